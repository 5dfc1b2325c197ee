/* SPDX-License-Identifier: MIT */
/* Folds branches whose condition is constant, and removes unreachable code.

   Flow-insensitive: a register with one definition, by an instruction without
   guard whose operands are constants, is that constant.  It evaluates mov,
   add, sub, and, or, shr of 32 bits, setp, set and selp, which is what GCC makes of a
   comparison with a number; other instructions stay.  */
#include "ptx/ptx-int.h"
#include <stdlib.h>

typedef struct fold
{
  ptx_func *f;
  uint32_t *defs; /* by register: number of definitions */
  bool *known;
  int64_t *value;
} fold;

static void
count_def (void *closure, ptx_opnd *o, bool written)
{
  fold *w = closure;
  if (written)
    w->defs[o->reg]++;
}

static bool
value_of_reg (const fold *w, const ptx_opnd *o, int64_t *v)
{
  if (o->flags & ~PTX_OF_UNSIGNED || o->sel)
    return false;
  if (o->kind == PTX_O_IMM)
    *v = o->i;
  else if (o->kind == PTX_O_REG && w->known[o->reg])
    *v = w->value[o->reg];
  else
    return false;
  return true;
}

static bool
fold_compare (ptx_mod how, bool is_signed, int64_t a, int64_t b, int64_t *v)
{
  uint32_t x = a, y = b;
  int32_t s = x, t = y;
  switch (how)
    {
    case PTX_M_EQ: *v = x == y; break;
    case PTX_M_NE: *v = x != y; break;
    case PTX_M_LT: *v = is_signed ? s < t : x < y; break;
    case PTX_M_LE: *v = is_signed ? s <= t : x <= y; break;
    case PTX_M_GT: *v = is_signed ? s > t : x > y; break;
    case PTX_M_GE: *v = is_signed ? s >= t : x >= y; break;
    case PTX_M_LO: *v = x < y; break;
    case PTX_M_LS: *v = x <= y; break;
    case PTX_M_HI: *v = x > y; break;
    case PTX_M_HS: *v = x >= y; break;
    default: return false;
    }
  return true;
}

/* Compute the constant that i assigns.  */
static bool
evaluate (const fold *w, const ptx_insn *i, int64_t *v)
{
  int64_t a[3] = { 0 };
  unsigned n = i->nopnds;
  ptx_mod type = ptx_type (i, ptx_ntypes (i) - 1);
  if (n < 2 || n > 4 || i->guard >= 0 || i->opnds[0].kind != PTX_O_REG || !ptx_ntypes (i)
      || (type != PTX_PRED && ptx_bits (type) != 32))
    return false;
  for (unsigned k = 1; k < n; k++)
    if (!value_of_reg (w, &i->opnds[k], &a[k - 1]))
      return false;
  switch (i->op)
    {
    case PTX_OP_MOV: *v = a[0]; return n == 2;
    case PTX_OP_ADD: *v = (uint32_t) (a[0] + a[1]); return n == 3 && i->nmods == 1;
    case PTX_OP_SUB: *v = (uint32_t) (a[0] - a[1]); return n == 3 && i->nmods == 1;
    case PTX_OP_AND: *v = a[0] & a[1]; return n == 3;
    case PTX_OP_OR: *v = a[0] | a[1]; return n == 3;
    case PTX_OP_SHR:
      *v = (uint32_t) a[0] >> (a[1] & 31);
      return n == 3 && ptx_type_kind (type) != PTX_K_SINT && a[1] < 32;
    case PTX_OP_SELP: *v = a[2] ? a[0] : a[1]; return n == 4;
    case PTX_OP_SETP:
      return n == 3 && ptx_type_kind (type) != PTX_K_FLOAT
	     && fold_compare (ptx_cmp (i), ptx_type_kind (type) == PTX_K_SINT, a[0], a[1], v);
    case PTX_OP_SET:
      if (n != 3 || ptx_type_kind (type) == PTX_K_FLOAT
	  || ptx_type_kind (ptx_type (i, 0)) == PTX_K_FLOAT
	  || !fold_compare (ptx_cmp (i), ptx_type_kind (type) == PTX_K_SINT, a[0], a[1], v))
	return false;
      *v = *v ? UINT32_MAX : 0;
      return true;
    default: return false;
    }
}

static bool
find_constants (fold *w)
{
  bool changed = false;
  for (ptx_stmt *s = w->f->first; s; s = s->next)
    {
      int64_t v;
      if (s->kind != PTX_ST_INSN || !s->insn.nopnds || s->insn.opnds[0].kind != PTX_O_REG)
	continue;
      uint32_t r = s->insn.opnds[0].reg;
      if (w->known[r] || w->defs[r] != 1 || !evaluate (w, &s->insn, &v))
	continue;
      w->known[r] = changed = true;
      w->value[r] = v;
    }
  return changed;
}

/* Remove constant guards, and the instructions that they disable.  */
static bool
fold_guards (fold *w)
{
  bool any = false;
  for (ptx_stmt *s = w->f->first, *next; s; s = next)
    {
      next = s->next;
      if (s->kind != PTX_ST_INSN || s->insn.guard < 0 || !w->known[s->insn.guard])
	continue;
      any = true;
      if ((w->value[s->insn.guard] != 0) != s->insn.guard_not)
	{
	  s->insn.guard = -1;
	  s->insn.guard_not = false;
	}
      else
	ptx_remove (w->f, s);
    }
  return any;
}

static bool
leaves (const ptx_insn *i)
{
  return i->guard < 0
	 && (i->op == PTX_OP_BRA || i->op == PTX_OP_RET || i->op == PTX_OP_EXIT
	     || i->op == PTX_OP_TRAP);
}

/* Remove unreachable instructions.  Labels stay.  */
static void
remove_unreached (ptx_func *f)
{
  uint32_t n = 0, ntodo = 0;
  for (ptx_stmt *s = f->first; s; s = s->next)
    {
      n++;
      if (s->kind == PTX_ST_BRANCHTARGETS)
	return;
    }
  ptx_stmt **stmts = calloc (n + 1, sizeof *stmts);
  bool *live = calloc (n + 1, sizeof *live);
  uint32_t *at = calloc (f->nlabels + 1, sizeof *at), *todo = calloc (f->nlabels + 1, sizeof *todo);
  bool *seen = calloc (f->nlabels + 1, sizeof *seen);
  if (!stmts || !live || !at || !todo || !seen)
    ptx_oom ();
  n = 0;
  for (ptx_stmt *s = f->first; s; s = s->next)
    {
      if (s->kind == PTX_ST_LABEL)
	at[s->label] = n;
      stmts[n++] = s;
    }
  for (uint32_t k = 0;; k = todo[--ntodo])
    {
      for (; k < n && !live[k]; k++)
	{
	  const ptx_insn *i = &stmts[k]->insn;
	  live[k] = true;
	  if (stmts[k]->kind != PTX_ST_INSN)
	    continue;
	  if (i->op == PTX_OP_BRA && i->opnds[0].kind == PTX_O_LABEL && !seen[i->opnds[0].reg])
	    {
	      seen[i->opnds[0].reg] = true;
	      todo[ntodo++] = at[i->opnds[0].reg];
	    }
	  if (leaves (i))
	    break;
	}
      if (!ntodo)
	break;
    }
  for (uint32_t k = 0; k < n; k++)
    if (!live[k] && stmts[k]->kind == PTX_ST_INSN)
      ptx_remove (f, stmts[k]);
  free (stmts);
  free (live);
  free (at);
  free (todo);
  free (seen);
}

bool
ptx_fold_branches (ptx_module *m)
{
  for (ptx_item *i = m->first; i; i = i->next)
    {
      if (i->kind != PTX_I_FUNC || !i->func->defined)
	continue;
      fold w = { .f = i->func };
      uint32_t n = i->func->nregs + 1;
      w.defs = calloc (n, sizeof *w.defs);
      w.known = calloc (n, sizeof *w.known);
      w.value = calloc (n, sizeof *w.value);
      if (!w.defs || !w.known || !w.value)
	ptx_oom ();
      for (ptx_stmt *s = w.f->first; s; s = s->next)
	if (s->kind == PTX_ST_INSN)
	  ptx_visit_regs (&s->insn, count_def, &w);
      while (find_constants (&w))
	;
      if (fold_guards (&w))
	remove_unreached (w.f);
      free (w.defs);
      free (w.known);
      free (w.value);
    }
  return true;
}
