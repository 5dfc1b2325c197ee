/* SPDX-License-Identifier: MIT */
/* Checks every instruction against its row of opcodes.def.  */
#include "ptx/ptx-int.h"
#include <stdarg.h>

typedef struct check
{
  ptx_module *m;
  const ptx_func *f;
  ptx_stmt *s;
  const char *op;
  bool element; /* the current operand is an element of a {…} */
  bool silent;	/* record errors, do not report them */
  bool ok;
} check;

static void check_error (check *, const char *, ...) __attribute__ ((format (printf, 2, 3)));
static void
check_error (check *c, const char *format, ...)
{
  char text[300];
  va_list ap;
  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  if (!c->silent)
    ptx_error (c->m, c->s->pos, "%s", text);
  c->ok = false;
}

/* Return true if a register of type r may be an operand of type t (9.4.1).  A bit register may
   have any type of its size, an integer register integer and bit types, a float register its
   own type and bits.  wider: for ld, st and cvt, integer and bit registers may be larger.  */
static bool
register_fits (ptx_mod r, ptx_mod t, bool wider)
{
  ptx_kind kr = ptx_type_kind (r), kt = ptx_type_kind (t);
  unsigned br = ptx_bits (r), bt = ptx_bits (t);
  if (kr == PTX_K_PRED || kt == PTX_K_PRED)
    return kr == kt;
  if (kt == PTX_K_OPAQUE || kr == PTX_K_OPAQUE)
    return kr == kt || br == 64;
  bool t_float = kt == PTX_K_FLOAT || kt == PTX_K_PACKED;
  if (t_float)
    return br == bt && (r == t || kr == PTX_K_BITS);
  if (br != bt && !(wider && br > bt))
    return false;
  return kr != PTX_K_FLOAT || kt == PTX_K_BITS;
}

static bool
constant_fits (const ptx_opnd *o, ptx_mod t)
{
  ptx_kind k = ptx_type_kind (t);
  switch (o->kind)
    {
    case PTX_O_IMM: return k == PTX_K_BITS || k == PTX_K_UINT || k == PTX_K_SINT || k == PTX_K_PRED;
    case PTX_O_F32:
    case PTX_O_F64: return t == PTX_F32 || t == PTX_F64 || k == PTX_K_BITS;
    }
  return true;
}

/* Check a scalar operand, or an element, against type t.  */
static void
check_scalar (check *c, const ptx_opspec *s, const ptx_opnd *o, ptx_mod t, unsigned k)
{
  const char *want = ptx_mod_name (c->m, t);
  switch (o->kind)
    {
    case PTX_O_REG:
      {
	const ptx_reg *r = &c->f->regs[o->reg];
	unsigned vec = s->vec == PTX_V_MOD && !c->element ? ptx_vec (&c->s->insn) : 1;
	if (r->vec != vec && !o->sel)
	  check_error (c, "operand %u of %s is %s vector", k + 1, c->op,
		       vec == 1 ? "a" : "no such");
	else if (!(o->sel && r->vec == 1) && !register_fits (r->type, t, s->wider))
	  check_error (c, "operand %u of %s is .%s, not .%s", k + 1, c->op,
		       ptx_mod_name (c->m, r->type), want);
      }
      break;
    case PTX_O_IMM:
    case PTX_O_F32:
    case PTX_O_F64:
      if (s->dest)
	check_error (c, "operand %u of %s is written and a constant", k + 1, c->op);
      else if (!constant_fits (o, t))
	check_error (c, "operand %u of %s is a constant that is no .%s", k + 1, c->op, want);
      break;
    case PTX_O_SREG:
      if (s->dest)
	check_error (c, "operand %u of %s is written and a special register", k + 1, c->op);
      else if (!register_fits (ptx_sregs[o->reg].type, t, true))
	check_error (c, "operand %u of %s is not .%s", k + 1, c->op, want);
      break;
    case PTX_O_SYM:
      if (s->dest || ptx_bits (t) < 32 || ptx_type_kind (t) == PTX_K_FLOAT
	  || ptx_type_kind (t) == PTX_K_PACKED)
	check_error (c, "operand %u of %s can not be an address", k + 1, c->op);
      break;
    case PTX_O_SINK:
      if (!s->dest)
	check_error (c, "operand %u of %s is missing", k + 1, c->op);
      break;
    default: check_error (c, "operand %u of %s is not .%s", k + 1, c->op, want);
    }
}

static void
check_address (check *c, const ptx_opnd *o, unsigned k)
{
  if (o->base != PTX_O_REG)
    return;
  const ptx_reg *r = &c->f->regs[o->reg];
  ptx_kind kind = ptx_type_kind (r->type);
  if (r->vec != 1 || kind == PTX_K_FLOAT || kind == PTX_K_PRED
      || (ptx_bits (r->type) != 32 && ptx_bits (r->type) != 64))
    check_error (c, "address in operand %u of %s is .%s", k + 1, c->op,
		 ptx_mod_name (c->m, r->type));
}

static void
check_operand (check *c, const ptx_opspec *s, const ptx_opnd *o, ptx_mod t, unsigned k)
{
  if (s->kind == 'A')
    check_address (c, o, k);
  else if (s->kind == 'N')
    {
      static const ptx_opspec coordinate = { .source = true };
      check_address (c, &o->sub[0], k);
      for (uint32_t j = 0; j < o->sub[1].n; j++)
	check_scalar (c, &coordinate, &o->sub[1].sub[j], PTX_S32, k);
    }
  if (s->kind)
    return;
  if (o->kind == PTX_O_PAIR)
    {
      check_scalar (c, s, &o->sub[0], t, k);
      check_scalar (c, s, &o->sub[1], PTX_PRED, k);
    }
  else if (s->pack && o->kind == PTX_O_REG && !o->sel && c->f->regs[o->reg].vec > 1)
    {
      const ptx_reg *r = &c->f->regs[o->reg];
      if (r->vec * ptx_bits (r->type) != ptx_bits (t))
	check_error (c, "operand %u of %s does not have the size of .%s", k + 1, c->op,
		     ptx_mod_name (c->m, t));
    }
  else if (s->pack && o->kind == PTX_O_VEC)
    {
      static const ptx_mod parts[] = { PTX_B8, PTX_B16, PTX_B32, PTX_B64 };
      unsigned bits = ptx_bits (t) / o->n;
      for (unsigned p = 0; p < 4; p++)
	if (ptx_bits (parts[p]) == bits)
	  for (uint32_t j = 0; j < o->n; j++)
	    check_scalar (c, s, &o->sub[j], parts[p], k);
    }
  else if (o->kind == PTX_O_VEC)
    {
      c->element = true;
      for (uint32_t j = 0; j < o->n; j++)
	check_scalar (c, s, &o->sub[j], t, k);
      c->element = false;
    }
  else
    check_scalar (c, s, o, t, k);
  if (o->flags & PTX_OF_NOT && t != PTX_PRED)
    check_error (c, "operand %u of %s has a '!'", k + 1, c->op);
}

/* ---- Requirements ---- */

static void
need (ptx_demand *d, unsigned isa, unsigned sm, bool arch)
{
  if (isa > d->isa)
    d->isa = isa;
  if (sm > d->sm)
    {
      d->sm = sm;
      d->feature = 0;
    }
  if (arch && sm == d->sm)
    d->feature = 'a';
}

static void
need_sreg (ptx_demand *d, const ptx_opnd *o)
{
  if (o->kind == PTX_O_SREG)
    need (d, ptx_sregs[o->reg].isa, ptx_sregs[o->reg].sm, false);
  else if (o->kind == PTX_O_VEC || o->kind == PTX_O_PAIR)
    for (uint32_t k = 0; k < o->n; k++)
      need_sreg (d, &o->sub[k]);
}

static ptx_demand
insn_demand (const ptx_insn *i)
{
  ptx_demand d = { 0 };
  for (unsigned k = 0; k < i->nmods; k++)
    if (i->mods[k] < PTX_NMODS)
      need (&d, ptx_mods[i->mods[k]].isa, ptx_mods[i->mods[k]].sm, false);
  for (unsigned k = 0; k < i->nopnds; k++)
    need_sreg (&d, &i->opnds[k]);
  if (i->form)
    {
      const ptx_form *f = &ptx_forms (0)[i->form - 1];
      need (&d, f->isa, f->sm, f->arch);
    }
  return d;
}

static void
demands (check *c)
{
  ptx_demand d = insn_demand (&c->s->insn);
  const ptx_target *t = &c->m->target;
  if (d.isa > c->m->version)
    check_error (c, "%s needs .version %u.%u", c->op, d.isa / 10, d.isa % 10);
  if (d.sm > t->sm)
    check_error (c, "%s needs .target sm_%u%.1s", c->op, d.sm, d.feature ? &d.feature : "");
  else if (d.feature && (d.sm != t->sm || !t->feature))
    check_error (c, "%s needs .target sm_%u%c", c->op, d.sm, d.feature);
}

/* ---- Instructions ---- */

static void
check_call (check *c)
{
  ptx_call p;
  if (!ptx_call_parts (&c->s->insn, &p))
    {
      check_error (c, "call has no callee");
      return;
    }
  if (p.callee->kind == PTX_O_REG)
    {
      if (!p.proto)
	check_error (c, "indirect call has no prototype");
      else if (p.proto->kind == PTX_O_LABEL && !ptx_label_table (c->f, p.proto))
	check_error (c, "label of an indirect call is no prototype");
      return;
    }
  if (p.callee->sym->kind != PTX_S_FUNC)
    {
      check_error (c, "'%s' is no function", p.callee->sym->name);
      return;
    }
  const ptx_proto *sig = &p.callee->sym->func->sig;
  uint32_t rets = p.rets ? p.rets->n : 0, args = p.args ? p.args->n : 0;
  bool variadic = sig->nparams && sig->params[sig->nparams - 1]->ndims
		  && !sig->params[sig->nparams - 1]->dims[0];
  if (rets != sig->nrets || (variadic ? args + 1 < sig->nparams : args != sig->nparams))
    check_error (c, "'%s' takes %u arguments and gives %u results, not %u and %u",
		 p.callee->sym->name, sig->nparams, sig->nrets, args, rets);
}

static void
no_form (check *c)
{
  const ptx_insn *i = &c->s->insn;
  const ptx_opinfo *o = &ptx_opinfos ()[i->op];
  const ptx_form *f = ptx_forms (0) + o->first_form;
  ptx_mod types[4];
  uint8_t spec[256];
  unsigned bad, count = UINT32_MAX, kind = UINT32_MAX;
  for (unsigned k = 0; k < o->nforms; k++)
    switch (ptx_try (&f[k], i, types, spec, &bad))
      {
      case PTX_FIT_COUNT: count = k; break;
      case PTX_FIT_KIND:
	if (kind == UINT32_MAX)
	  kind = bad;
	break;
      default: break;
      }
  if (kind != UINT32_MAX)
    check_error (c, "operand %u of %s is of the wrong kind", kind + 1, c->op);
  else if (count != UINT32_MAX)
    check_error (c, "%s has a wrong number of operands: %u", c->op, i->nopnds);
  else
    {
      ptx_buf b = { 0 };
      for (unsigned k = 0; k < i->nmods; k++)
	{
	  ptx_buf_char (&b, '.');
	  ptx_buf_str (&b, ptx_mod_name (c->m, i->mods[k]));
	}
      ptx_buf_char (&b, 0);
      check_error (c, "%s does not exist with %s", c->op, i->nmods ? b.s : "no modifiers");
      ptx_buf_free (&b);
    }
}

/* Return true if the types of the operands match form f, whose modifiers and kinds match
   already.  */
static bool
operands (check *c, const ptx_form *f)
{
  const ptx_insn *i = &c->s->insn;
  ptx_mod types[4] = { 0 };
  uint8_t spec[256];
  unsigned bad;
  bool before = c->ok;
  c->ok = true;
  ptx_try (f, i, types, spec, &bad);
  for (unsigned k = 0; k < i->nopnds; k++)
    check_operand (c, &f->opnds[spec[k]], &i->opnds[k], ptx_spec_type (&f->opnds[spec[k]], types),
		   k);
  bool fits = c->ok;
  c->ok = before;
  return fits;
}

static void
check_insn (check *c)
{
  ptx_insn *i = &c->s->insn;
  const ptx_opinfo *o = &ptx_opinfos ()[i->op];
  const ptx_form *all = ptx_forms (0);
  ptx_mod types[4];
  uint8_t spec[256];
  unsigned bad;
  c->op = o->name;
  if (i->op == PTX_OP_CALL)
    check_call (c);
  if (!o->nforms)
    return;
  if (!ptx_match (i))
    {
      if (c->m->target.sm <= 90)
	no_form (c);
      return;
    }
  /* Of rows that differ only in types take one that matches, else the first.  */
  unsigned first = i->form, last = o->first_form + o->nforms;
  c->silent = true;
  while (!operands (c, &all[i->form - 1]))
    {
      unsigned k = i->form;
      while (k < last && ptx_try (&all[k], i, types, spec, &bad) != PTX_FIT)
	k++;
      if (k == last)
	{
	  c->silent = false;
	  i->form = first;
	  operands (c, &all[first - 1]);
	  c->ok = false;
	  return;
	}
      i->form = k + 1;
    }
  c->silent = false;
  demands (c);
}

/* A register's type may require an ISA version.  */
static void
check_declaration (check *c)
{
  const ptx_modinfo *t = &ptx_mods[c->s->reg->type];
  if (t->isa > c->m->version)
    check_error (c, ".%s needs .version %u.%u", t->name, t->isa / 10, t->isa % 10);
  if (t->sm > c->m->target.sm)
    check_error (c, ".%s needs .target sm_%u", t->name, t->sm);
}

bool
ptx_check (ptx_module *m)
{
  check c = { .m = m, .ok = true };
  for (ptx_item *i = m->first; i; i = i->next)
    {
      c.f = i->kind == PTX_I_FUNC ? i->func : 0;
      for (c.s = c.f ? c.f->first : 0; c.s; c.s = c.s->next)
	if (c.s->kind == PTX_ST_INSN)
	  check_insn (&c);
	else if (c.s->kind == PTX_ST_REG)
	  check_declaration (&c);
    }
  return c.ok;
}

ptx_demand
ptx_func_demands (ptx_func *f)
{
  ptx_demand d = { 10, 10, 0 };
  for (ptx_stmt *s = f->first; s; s = s->next)
    {
      if (s->kind == PTX_ST_INSN)
	{
	  ptx_match (&s->insn);
	  ptx_demand e = insn_demand (&s->insn);
	  need (&d, e.isa, e.sm, e.feature);
	}
      else if (s->kind == PTX_ST_REG)
	need (&d, ptx_mods[s->reg->type].isa, ptx_mods[s->reg->type].sm, false);
    }
  return d;
}

ptx_demand
ptx_demands (ptx_module *m)
{
  ptx_demand d = { 10, 10, 0 };
  for (ptx_item *i = m->first; i; i = i->next)
    if (i->kind == PTX_I_FUNC)
      {
	ptx_demand e = ptx_func_demands (i->func);
	need (&d, e.isa, e.sm, e.feature);
      }
  return d;
}
