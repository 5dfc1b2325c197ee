/* SPDX-License-Identifier: MIT */
/* Every row of opcodes.def, written out.

     forms                           read and check all lines; print PASS, FAIL
     forms right VERSION TARGET      print them as a module
     forms wrong VERSION TARGET      the same, one operand of each line of a
				     type that does not fit

   Each row gives a line with the first alternative of every slot and no
   optional operand, one with all optional operands, and a line for each other
   alternative of each slot.  */
#include "ptx/ptx-int.h"
#include <stdlib.h>

/* Registers that lines may name, by type.  */
static const char *const decls =
  "\t.reg .pred p<16>;\n\t.reg .b16 b16_<130>;\n\t.reg .b32 b32_<130>;\n"
  "\t.reg .b64 b64_<16>;\n\t.reg .b128 b128_<16>;\n\t.reg .f32 f32_<130>;\n"
  "\t.reg .f64 f64_<12>;\n\t.reg .u16 u16_<8>;\n\t.reg .u32 u32_<8>;\n"
  "\t.reg .u64 u64_<8>;\n\t.reg .s16 s16_<8>;\n\t.reg .s32 s32_<8>;\n"
  "\t.reg .s64 s64_<8>;\n\t.reg .b8 b8_<8>;\n";

static ptx_buf out;

static void
put (const char *s)
{
  ptx_buf_str (&out, s);
}

static void
put_n (const char *s, unsigned n)
{
  char text[80];
  snprintf (text, sizeof text, "%s%u", s, n);
  put (text);
}

/* A register good for type t; `wrong` makes one that is good for none of its
   kind.  */
static void
put_reg (ptx_mod t, bool wrong, bool in_vector, unsigned k)
{
  unsigned bits = ptx_bits (t);
  if (t == PTX_F32 || t == PTX_F64)
    put_n (wrong ? "b16_" : t == PTX_F32 ? "f32_" : "f64_", k);
  else if (ptx_type_kind (t) == PTX_K_PRED)
    put_n (wrong ? "b32_" : "p", k);
  else if (bits <= 16)
    put_n (wrong ? "f64_" : in_vector && bits == 8 ? "b8_" : "b16_", k);
  else if (wrong)
    put_n (bits == 32 ? "f64_" : "f32_", k);
  else
    put_n (bits == 32 ? "b32_" : bits == 64 ? "b64_" : "b128_", k);
}

static void
put_operand (const ptx_insn *i, const ptx_opspec *s, const ptx_mod *types,
	     bool wrong, unsigned *next)
{
  ptx_mod t = ptx_spec_type (s, types);
  unsigned n;
  switch (s->kind)
    {
    case 'A':
      put (ptx_has (i, PTX_M_CONST) ? "[c]" : ptx_has (i, PTX_M_LOCAL) ? "[l]"
	   : i->op != PTX_OP_ST && ptx_space (i) == PTX_M_PARAM ? "[param]"
	   : ptx_space (i) == PTX_M_PARAM ? "[a]"
	   : wrong ? "[f32_0]" : "[b64_7]");
      return;
    case 'N':
      put ("[b64_7, {");
      for (unsigned k = 0, d = ptx_vec_size (i, PTX_V_DIM); k < d; k++)
	{
	  put (k ? ", " : "");
	  put_reg (PTX_S32, wrong, true, k);
	}
      put ("}]");
      return;
    case 'X':
      put ("[b64_7, {");
      for (unsigned k = 0, d = ptx_vec_size (i, PTX_V_COORDINATES); k < d; k++)
	{
	  bool layer = k == 0 && (ptx_has (i, PTX_M_A1D) || ptx_has (i, PTX_M_A2D) || ptx_has (i, PTX_M_ACUBE));
	  put (k ? ", " : "");
	  put_reg (types[1] == PTX_F32 && !layer ? PTX_F32 : PTX_S32, wrong, true, k);
	}
      put ("}]");
      return;
    case 'i':
      put (i->op == PTX_OP_SETMAXNREG ? "40" : i->op == PTX_OP_DISCARD
	   || i->op == PTX_OP_APPLYPRIORITY || i->op == PTX_OP_FENCE_PROXY
	   || i->op == PTX_OP_TENSORMAP_CP_FENCEPROXY ? "128"
	   : i->op == PTX_OP_CP_ASYNC ? "16" : i->op == PTX_OP_ALLOCA ? "16"
	   : i->op == PTX_OP_WGMMA_MMA_ASYNC || i->op == PTX_OP_WGMMA_MMA_ASYNC_SP
	   ? i->op == PTX_OP_WGMMA_MMA_ASYNC_SP && *next == 4 ? "0" : "1" : "0");
      return;
    case 'L':
      put (i->op == PTX_OP_BRX_IDX ? "T" : "L");
      return;
    case '_':
      put ("_");
      return;
    case '*':
      put ("0");
      return;
    }
  if (s->pack && s->source)
    {
      static const ptx_mod half[] = { PTX_B8, PTX_B16, PTX_B32, PTX_B64 };
      for (unsigned k = 0; k < 4; k++)
	if (2 * ptx_bits (half[k]) == ptx_bits (t))
	  {
	    put ("{");
	    put_reg (half[k], wrong, true, 1);
	    put (", ");
	    put_reg (half[k], wrong, true, 2);
	    put ("}");
	  }
      return;
    }
  n = s->vec == PTX_V_ANY ? 4 : ptx_vec_size (i, s->vec);
  if (s->vec == PTX_V_SCALAR || (s->vec == PTX_V_MOD && n == 1))
    {
      put_reg (t, wrong, false, (*next)++);
      if (s->pair_needed)
	put ("|p9");
      return;
    }
  put ("{");
  for (unsigned k = 0; k < n; k++)
    {
      put (k ? ", " : "");
      put_reg (t, wrong, i->op == PTX_OP_MOV, k);
    }
  put ("}");
  (*next)++;
}

/* A line of form f with alternative alt of slot `vary` (PTX_MAX_SLOTS: none
   varies; alternative 0 of an optional slot is its presence), and with its
   optional operands if all.  wrong: the operand of another type, or -1.
   Return false if there is no such operand.  */
static bool
line (const ptx_form *f, unsigned vary, unsigned alt, bool all, int wrong)
{
  ptx_mod mods[PTX_MAX_SLOTS], types[4] = { 0 };
  ptx_insn i = { .op = f->op, .mods = mods };
  unsigned ntypes = 0, next = 0, shown = 0;
  bool done = wrong < 0;
  for (unsigned k = 0; k < f->nslots; k++)
    {
      ptx_mod m = f->slots[k].alts[k == vary ? alt : 0];
      bool there = k == vary || !f->slots[k].optional;
      if (m < PTX_LAST_TYPE && ntypes < 4)
	types[ntypes++] = there ? m : PTX_NOMOD;
      if (there)
	mods[i.nmods++] = m;
    }
  put ("\t");
  put (ptx_opinfos ()[f->op].name);
  for (unsigned k = 0; k < i.nmods; k++)
    {
      put (".");
      put (ptx_mods[mods[k]].name);
    }
  for (unsigned k = 0; k < f->nopnds; k++)
    {
      const ptx_opspec *s = &f->opnds[k];
      if ((s->if_mod && !ptx_has (&i, s->if_mod))
	  || (s->if_class && !ptx_get (&i, s->if_class)) || (s->optional && !all))
	continue;
      put (shown++ ? ", " : " ");
      bool bad = wrong == (int) k && (!s->kind || s->kind == 'A' || s->kind == 'N');
      done |= bad;
      put_operand (&i, s, types, bad, &next);
    }
  put (";\n");
  return done;
}

/* All lines, in an entry for each operation.  */
static void
module (const char *version, const char *target, bool wrong)
{
  unsigned n;
  const ptx_form *f = ptx_forms (&n);
  char text[200];
  snprintf (text, sizeof text, ".version %s\n.target %s\n.address_size 64\n"
	    ".const .align 16 .b8 c[64];\n", version, target);
  put (text);
  for (unsigned k = 0; k < n; k++)
    {
      if (k == 0 || f[k].op != f[k - 1].op)
	{
	  snprintf (text, sizeof text, "%s.visible .entry f%u "
		    "(.param .align 16 .b8 param[64])\n{\n", k ? "}\n" : "", k);
	  put (text);
	  put (decls);
	  put ("\t.local .align 16 .b8 l[64];\n\t.param .align 16 .b8 a[64];\nL:\n"
	       "T:\t.branchtargets L;\n");
	}
      if (wrong)
	for (unsigned o = 0; o < f[k].nopnds; o++)
	  {
	    size_t at = out.n;
	    if (!line (&f[k], PTX_MAX_SLOTS, 0, true, o))
	      out.n = at;
	  }
      else
	{
	  line (&f[k], PTX_MAX_SLOTS, 0, false, -1);
	  line (&f[k], PTX_MAX_SLOTS, 0, true, -1);
	  for (unsigned s = 0; s < f[k].nslots; s++)
	    for (unsigned a = !f[k].slots[s].optional; a < f[k].slots[s].n; a++)
	      line (&f[k], s, a, false, -1);
	}
    }
  put ("}\n");
}

/* Each row must be the one that ptx_check took for some line of it.  */
static bool
rows_found (ptx_module *m)
{
  unsigned n;
  const ptx_form *f = ptx_forms (&n);
  bool ok = true;
  bool *found = calloc (n + 1, 1);
  for (ptx_item *i = m->first; i; i = i->next)
    if (i->kind == PTX_I_FUNC)
      for (ptx_stmt *s = i->func->first; s; s = s->next)
	if (s->kind == PTX_ST_INSN)
	  found[s->insn.form] = true;
  for (unsigned k = 0; k < n; k++)
    if (!found[k + 1])
      {
	fprintf (stderr, "row %u of %s is hidden by those before it\n", k,
		 ptx_opinfos ()[f[k].op].name);
	ok = false;
      }
  free (found);
  return ok;
}

static bool
verdict (const char *name, bool ok)
{
  printf ("%s: %s\n", ok ? "PASS" : "FAIL", name);
  return ok;
}

int
main (int argc, char **argv)
{
  bool ok = true;
  if (argc == 4)
    {
      module (argv[2], argv[3], !strcmp (argv[1], "wrong"));
      fwrite (out.s, 1, out.n, stdout);
      return 0;
    }
  module ("8.7", "sm_90a", false);
  ptx_module *m = ptx_read (out.s, out.n, "forms", ptx_report_stdio, stderr);
  ok &= verdict ("forms: all rows are read", m);
  ok &= verdict ("forms: all rows pass ptx_check", m && ptx_check (m));
  ok &= verdict ("forms: every row is reached", m && rows_found (m));
  ptx_free (m);
  ptx_buf_free (&out);
  return !ok;
}
