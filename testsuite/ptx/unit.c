/* SPDX-License-Identifier: MIT */
/* The IR that the reader makes, accessors, builders, roles.  */
#include "ptx/ptx.h"
#include <stdlib.h>
#include <string.h>

static int failures;

static void
check (const char *name, bool ok)
{
  printf ("%s: %s\n", ok ? "PASS" : "FAIL", name);
  failures += !ok;
}

static ptx_module *
read_text (const char *text)
{
  return ptx_read (text, strlen (text), "unit", ptx_report_stdio, stderr);
}

/* A module with one entry k whose body is text.  */
static ptx_module *
body (const char *text)
{
  char all[4000];
  snprintf (all, sizeof all, ".version 8.7\n.target sm_90a\n.address_size 64\n"
	    ".visible .entry k (.param .u64 p, .param .align 8 .b8 s[24])\n{\n%s\n}\n", text);
  return read_text (all);
}

static const ptx_insn *
insn (const ptx_module *m, unsigned n)
{
  for (const ptx_stmt *s = ptx_find_func (m, "k")->first; s; s = s->next)
    if (s->kind == PTX_ST_INSN && n-- == 0)
      return &s->insn;
  return 0;
}

static void
registers (void)
{
  ptx_module *m = body (".reg .b32 %r<100000>, %r1x<4>; .reg .f32 a;\n"
			"mov.b32 %r99999, %r1x2;\n"
			"{ .reg .b64 %r99999; mov.b64 %r99999, 1; }\n"
			"mov.b32 %r99999, a;");
  const ptx_func *f = ptx_find_func (m, "k");
  check ("registers: only those in use are there", f->nregs == 4);
  const ptx_insn *a = insn (m, 0), *b = insn (m, 1), *c = insn (m, 2);
  check ("registers: ranges", !strcmp (f->regs[a->opnds[0].reg].name, "%r99999")
	 && f->regs[a->opnds[0].reg].type == PTX_B32
	 && !strcmp (f->regs[a->opnds[1].reg].name, "%r1x2"));
  check ("registers: scopes", b->opnds[0].reg != a->opnds[0].reg
	 && f->regs[b->opnds[0].reg].type == PTX_B64
	 && c->opnds[0].reg == a->opnds[0].reg);
  ptx_free (m);
}

static void
operands (void)
{
  ptx_module *m = body (".reg .b32 r; .reg .b64 d; .reg .pred p, q; .reg .v4 .f32 v;\n"
			".shared .b32 x[4];\n"
			"setp.lt.and.s32 p|q, r, -5, !p;\n"
			"mov.f32 r, v.z;\n"
			"ld.shared.v2.b32 {r, _}, [x+8];\n"
			"@!p st.global.f32 [d+-4], 0f3F800000;\n"
			"mov.u32 r, %ctaid.y;\n"
			"cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [d, {r, 7}], [r];\n"
			"add.u32 r, r, 1 + 2 * (3 - WARP_SZ) << 1 | 0x10;\n"
			"add.f64 d, d, -1.5;\n"
			"mov.u64 d, 0xFFFFFFFFFFFFFFFF;\n"
			"mov.b64 d, x + 4;\n"
			"mad.lo.u32 r, 010, 0b101, 0x1Fu;");
  const ptx_func *f = ptx_find_func (m, "k");
  const ptx_insn *i = insn (m, 0);
  check ("operands: pair, constant, negated predicate",
	 i->opnds[0].kind == PTX_O_PAIR && i->opnds[0].sub[1].kind == PTX_O_REG
	 && i->opnds[2].kind == PTX_O_IMM && i->opnds[2].i == -5
	 && i->opnds[3].flags == PTX_OF_NOT);
  check ("accessors: comparison, operation, type", ptx_cmp (i) == PTX_M_LT
	 && ptx_get (i, PTX_C_OPER) == PTX_M_AND && ptx_type (i, 0) == PTX_S32
	 && ptx_ntypes (i) == 1);
  check ("operands: component", insn (m, 1)->opnds[1].sel == PTX_M_SEL_Z);
  i = insn (m, 2);
  check ("operands: vector, sink, address of a variable",
	 i->opnds[0].kind == PTX_O_VEC && i->opnds[0].n == 2
	 && i->opnds[0].sub[1].kind == PTX_O_SINK && i->opnds[1].kind == PTX_O_ADDR
	 && i->opnds[1].base == PTX_O_SYM && i->opnds[1].off == 8
	 && i->opnds[1].sym->local && i->opnds[1].sym->var->space == PTX_M_SHARED);
  check ("accessors: space, elements", ptx_space (i) == PTX_M_SHARED && ptx_vec (i) == 2);
  i = insn (m, 3);
  check ("operands: guard, negative offset, float", i->guard >= 0 && i->guard_not
	 && f->regs[i->guard].type == PTX_PRED && i->opnds[0].off == -4
	 && i->opnds[1].kind == PTX_O_F32 && i->opnds[1].u == 0x3f800000);
  check ("operands: special register", insn (m, 4)->opnds[1].kind == PTX_O_SREG
	 && insn (m, 4)->opnds[1].reg == PTX_SR_CTAID_Y);
  i = insn (m, 5);
  check ("operations: the longest name", i->op == PTX_OP_CP_ASYNC_BULK_TENSOR
	 && i->mods[0] == PTX_M_D2);
  check ("operands: tensor coordinates", i->opnds[0].kind == PTX_O_TUPLE
	 && i->opnds[0].sub[0].kind == PTX_O_ADDR && i->opnds[0].sub[1].n == 2
	 && i->opnds[0].sub[1].sub[1].i == 7);
  check ("operands: constant expression",
	 insn (m, 6)->opnds[2].i == ((1 + 2 * (3 - 32)) * 2 | 0x10));
  double d;
  memcpy (&d, &insn (m, 7)->opnds[2].u, 8);
  check ("operands: decimal", insn (m, 7)->opnds[2].kind == PTX_O_F64 && d == -1.5);
  check ("operands: 64 bits", insn (m, 8)->opnds[1].u == UINT64_MAX
	 && insn (m, 8)->opnds[1].flags == PTX_OF_UNSIGNED);
  i = insn (m, 10);
  check ("operands: octal, binary, hexadecimal", i->opnds[1].i == 8 && i->opnds[2].i == 5
	 && i->opnds[3].i == 31 && i->opnds[3].flags == PTX_OF_UNSIGNED);
  check ("operands: symbol and offset", insn (m, 9)->opnds[1].kind == PTX_O_SYM
	 && insn (m, 9)->opnds[1].off == 4);
  ptx_free (m);
}

static void
control (void)
{
  ptx_module *m = read_text (".version 8.7\n.target sm_90a\n"
		 ".func (.reg .b32 o) f (.reg .b32 a, .reg .b32 b) { mov.b32 o, a; ret; }\n"
		 ".visible .entry k () {\n.reg .b32 r; .reg .b64 d;\n"
		 "{ bra L; L: }\n L: bra L;\n"
		 "brx.idx r, T;\n T: .branchtargets L, E;\n"
		 "E: call (r), f, (r, 1);\n call (r), d, (r, 1), P;\n"
		 "P: .callprototype (.param .b32 _) _ (.param .b32 _, .param .b32 _);\n}\n");
  const ptx_func *f = ptx_find_func (m, "k");
  const ptx_opnd *inner = &insn (m, 0)->opnds[0], *outer = &insn (m, 1)->opnds[0];
  check ("labels: scopes", inner->kind == PTX_O_LABEL && outer->kind == PTX_O_LABEL
	 && inner->reg != outer->reg
	 && f->scopes[f->labels[inner->reg].scope].parent == f->labels[outer->reg].scope);
  ptx_module *n = body ("L: { { bra L; } L: bra L; }");
  check ("labels: of the innermost scope, also later ones",
	 insn (n, 0)->opnds[0].reg == insn (n, 1)->opnds[0].reg);
  ptx_free (n);
  const ptx_stmt *t = ptx_label_table (f, &insn (m, 2)->opnds[1]);
  check ("labels: branch targets", t && t->kind == PTX_ST_BRANCHTARGETS && t->list.n == 2
	 && t->list.sub[0].reg == outer->reg);
  ptx_call c;
  check ("call: direct", ptx_call_parts (insn (m, 3), &c) && c.rets->n == 1 && c.args->n == 2
	 && c.callee->kind == PTX_O_SYM && c.callee->sym->func->defined && !c.proto);
  check ("call: indirect", ptx_call_parts (insn (m, 4), &c) && c.callee->kind == PTX_O_REG
	 && ptx_label_table (f, c.proto)->kind == PTX_ST_CALLPROTO
	 && ptx_label_table (f, c.proto)->proto->nparams == 2);
  check ("functions: parameters in registers", ptx_find_func (m, "f")->sig.nparams == 2
	 && ptx_find_func (m, "f")->regs[ptx_find_func (m, "f")->sig.rets[0]->reg].param);
  ptx_free (m);
}

static void
variables (void)
{
  ptx_module *m = read_text (
    ".version 8.7\n.target sm_90a, debug\n.address_size 64\n"
    ".global .align 8 .b8 a[2][3] = {{1, 2, 3}, {4, 5, 6}};\n"
    ".visible .global .attribute(.managed) .u64 b[] = {a, generic(a)+8, 0};\n"
    ".const .b8 c[] = \"text\\n\";\n"
    ".global .u8 d[2] = {0xFF(a), 0xFF00(a)};\n"
    ".extern .shared .align 1024 .b8 e[];\n"
    ".global .v4 .f32 g;\n"
    ".weak .func w (.param .u64 .ptr .shared .align 16 x) .noreturn ;\n"
    ".file 1 \"a.c\", 12, 34\n.pragma \"x\", \"y\";\n.section .debug_x { .b8 1 }\n"
    ".alias z, w;\n");
  check ("module: read", m);
  check ("variables: size, alignment", ptx_var_size (ptx_lookup (m, "a")->var) == 6
	 && ptx_var_align (ptx_lookup (m, "a")->var) == 8
	 && ptx_var_size (ptx_lookup (m, "b")->var) == 24
	 && ptx_var_size (ptx_lookup (m, "e")->var) == 0
	 && ptx_var_align (ptx_lookup (m, "g")->var) == 16);
  const ptx_opnd *b = &ptx_lookup (m, "b")->var->init, *d = &ptx_lookup (m, "d")->var->init;
  check ("variables: addresses", b->sub[0].kind == PTX_O_SYM && b->sub[0].sym == ptx_lookup (m, "a")
	 && b->sub[1].flags == PTX_OF_GENERIC && b->sub[1].off == 8);
  check ("variables: bytes of an address", d->sub[0].mask == 1 && d->sub[1].mask == 2);
  check ("variables: attributes", ptx_lookup (m, "b")->var->managed && m->target.debug);
  const ptx_var *x = ptx_lookup (m, "w")->func->sig.params[0];
  check ("parameters: .ptr", x->ptr && x->ptr_space == PTX_M_SHARED && x->ptr_align == 16);
  ptx_free (m);
}

/* Registers that an instruction writes and reads, as "=a b".  */
typedef struct list { const ptx_func *f; char text[200]; } list;

static void
add (void *closure, ptx_opnd *o, bool written)
{
  list *l = closure;
  strcat (l->text, written ? "=" : "");
  strcat (l->text, l->f->regs[o->reg].name);
  strcat (l->text, " ");
}

static void
roles (void)
{
  static const struct { const char *text, *want; } tests[] = {
    { "add.u32 a, b, c;", "=a b c " },
    { "@p add.u32 a, b, c;", "p =a b c " },
    { "st.global.v2.u32 [d], {a, b};", "d a b " },
    { "ld.global.v2.u32 {a, b}, [d];", "=a =b d " },
    { "atom.global.add.u32 a, [d], b;", "=a d b " },
    { "red.global.add.u32 [d], b;", "d b " },
    { "setp.eq.u32 p|q, a, b;", "=p =q a b " },
    { "shfl.sync.bfly.b32 a|p, b, 1, 31, c;", "=a =p b c " },
    { "bar.sync a, b;", "a b " },
    { "wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {x, y, z, w}, d, d, p, 1, 1;",
      "x y z w =x =y =z =w d d p " },
    { "mbarrier.arrive.shared.b64 d, [a];", "=d a " },
    { "mbarrier.expect_tx.shared.b64 [a], b;", "a b " },
    { "cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [d, {a}], [b];", "d a b " },
    { "mov.b64 {a, b}, d;", "=a =b d " },
    { "mov.b64 d, {a, b};", "=d a b " },
    { "vadd.u32.u32.u32.add a.b1, b, c, b;", "a =a b c b " }
  };
  for (size_t k = 0; k < sizeof tests / sizeof *tests; k++)
    {
      char text[400], name[300];
      snprintf (text, sizeof text, ".reg .b32 a, b, c; .reg .b64 d; .reg .pred p, q;\n"
		".reg .f32 x, y, z, w;\n%s", tests[k].text);
      ptx_module *m = body (text);
      list l = { ptx_find_func (m, "k"), "" };
      ptx_visit_regs ((ptx_insn *) insn (m, 0), add, &l);
      snprintf (name, sizeof name, "roles: %s", tests[k].text);
      if (strcmp (l.text, tests[k].want))
	printf ("got %s\n", l.text);
      check (name, !strcmp (l.text, tests[k].want));
      ptx_free (m);
    }
}

static void
building (void)
{
  ptx_module *m = body (".reg .b64 d, %x_b64_0_0;\nmov.b64 d, 1;\n");
  ptx_func *f = ptx_find_func (m, "k");
  uint32_t r = ptx_new_reg (f, PTX_B64, "%x_"), s = ptx_new_reg (f, PTX_B64, "%x_");
  ptx_opnd o[] = { ptx_reg_opnd (s), ptx_reg_opnd (r), ptx_imm_opnd (8) };
  ptx_insert_before (f, 0, ptx_new_insn (m, "shl.b64", o, 3));
  char *text = ptx_print (m, 0);
  check ("build: a register of a name that is free",
	 strstr (text, ".reg .b64 %x_b64_1_<2>;") && strstr (text, "shl.b64 %x_b64_1_1, %x_b64_1_0, 8;"));
  ptx_module *again = read_text (text);
  check ("build: reads back equal", again && ptx_equal (m, again, 0));
  f = again ? ptx_find_func (again, "k") : f;
  f->last->insn.opnds[2].i = 9;
  check ("equal: a difference is seen", !ptx_equal (m, again, 0));
  free (text);
  ptx_free (again);
  ptx_free (m);
}

/* Errors are counted, bounded, and come with position and name.  */
static unsigned reports;
static ptx_diag last;
static char last_text[200];

static void
keep (void *closure, const ptx_diag *d)
{
  (void) closure;
  reports++;
  last = *d;
  snprintf (last_text, sizeof last_text, "%s", d->text);
}

static void
errors (void)
{
  char text[6000] = ".version 8.7\n.target sm_90a\n.visible .entry k () {\n";
  for (int k = 0; k < 100; k++)
    strcat (text, "mov.u32 %x, 1;\n");
  strcat (text, "}\n");
  check ("errors: no module", !ptx_read (text, strlen (text), "unit", keep, 0));
  check ("errors: not more than twenty", reports == 21
	 && !strcmp (last_text, "too many errors"));
  reports = 0;
  static const char nul[] = ".version 8.7\n.target sm_90a\n\0.func f ();";
  check ("errors: NUL", !ptx_read (nul, sizeof nul - 1, "unit", keep, 0) && reports);
  check ("errors: no reporter", !ptx_read ("x", 1, "unit", 0, 0));
  check ("errors: empty text", !ptx_read ("", 0, "unit", 0, 0));
}

/* ptx_declare_ranges: what text becomes.  */
static bool
declares (const char *text, const char *want)
{
  static const ptx_range r[] = { { "%a0_", "f32", 8 }, { "%a01_", "b32", 2 } };
  size_t n;
  char *got = ptx_declare_ranges (text, strlen (text), r, 2, &n);
  bool same = n == strlen (want) && !strcmp (got, want);
  free (got);
  return same;
}

static void
ranges (void)
{
  check ("ranges: in the bodies that name them",
	 declares (".func f { mov %a0_7, %a01_0; }\n.func g { { add %a01_1; } }\n.func h { ret; }",
		   ".func f { .reg .f32 %a0_<8>; .reg .b32 %a01_<2>; mov %a0_7, %a01_0; }\n"
		   ".func g { .reg .b32 %a01_<2>; { add %a01_1; } }\n.func h { ret; }"));
  check ("ranges: not in comments, strings, initialisers, nor for other names",
	 declares ("// { %a0_1 }\n/* { %a0_1 */ .global x = { 1 };\n.func f { .pragma \"%a0_1 }\"; mov %a0_x, %a0_, %a0_1x; }",
		   "// { %a0_1 }\n/* { %a0_1 */ .global x = { 1 };\n.func f { .pragma \"%a0_1 }\"; mov %a0_x, %a0_, %a0_1x; }"));
  check ("ranges: text that ends early", declares (".func f { mov %a0_1; /*", ".func f { mov %a0_1; /*")
	 && declares ("", "") && declares ("}\"", "}\""));
}

static bool
has_form (ptx_mod shape, ptx_mod d, ptx_mod a, unsigned *sm)
{
  ptx_mod mods[] = { PTX_M_ALIGNED, shape, PTX_M_ROW, PTX_M_COL, d, a, a, d };
  return ptx_has_form (PTX_OP_MMA_SYNC, mods, 8, sm);
}

static void
legal (void)
{
  unsigned sm = 0;
  check ("forms: by modifiers alone", has_form (PTX_M_M16N8K16, PTX_F32, PTX_BF16, &sm) && sm == 80);
  check ("forms: the first that has it", has_form (PTX_M_M8N8K4, PTX_F64, PTX_F64, &sm) && sm == 80
	 && has_form (PTX_M_M16N8K4, PTX_F64, PTX_F64, &sm) && sm == 90);
  check ("forms: none", !has_form (PTX_M_M16N8K32, PTX_F32, PTX_BF16, &sm)
	 && !has_form (PTX_M_M16N8K16, PTX_F64, PTX_BF16, &sm));
  check ("forms: a modifier is missing",
	 !ptx_has_form (PTX_OP_MMA_SYNC, (ptx_mod[]){ PTX_M_ALIGNED, PTX_M_M16N8K16 }, 2, &sm));
}

int
main (void)
{
  registers ();
  operands ();
  control ();
  variables ();
  roles ();
  building ();
  errors ();
  ranges ();
  legal ();
  return failures != 0;
}
