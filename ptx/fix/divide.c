/* SPDX-License-Identifier: MIT */
/* Remainders beside quotients.

   A division of numbers that are not constant takes about twenty instructions, and so does a
   remainder, which GCC computes on its own:

       rem.s32 r, a, b;  …  div.s32 q, a, b;     becomes
       div.s32 t, a, b;  mul.lo.s32 u, t, b;  sub.s32 r, a, u;  …  mov.u32 q, t;

   and likewise if the division is first.  Both must be without guard, of 32 or 64 bits and of one
   type, and neither a nor b, nor the quotient if it is first, is written in between.  No label
   is in between, so whatever executes the second has executed the first, nor the end of a scope,
   which its registers would not outlive.  A branch may be: a division traps nowhere (9.7.1.8).  a - a / b * b is the remainder for all a and b but 0
   (C11 6.5.5p6), modulo 2^32 also for the lowest number by -1, where PTX leaves the remainder to
   the machine.  */
#include "ptx/ptx-int.h"
#include <stdlib.h>

/* As many operations of one stretch without labels are looked through.  */
enum
{
  MOST_KEPT = 32
};

/* What the stretch has computed: a quotient or a remainder, and where.  */
typedef struct division
{
  ptx_stmt *s;
  uint32_t at; /* position */
} division;

typedef struct divide
{
  ptx_func *f;
  uint32_t now, *written; /* by register: the position of the last write */
  division kept[MOST_KEPT];
  unsigned n;
} divide;

static void
note_write (void *closure, ptx_opnd *o, bool written)
{
  divide *w = closure;
  if (written)
    w->written[o->reg] = w->now;
}

static bool
plain (const ptx_opnd *o)
{
  return (o->kind == PTX_O_REG && !o->sel && !o->flags) || o->kind == PTX_O_IMM;
}

static bool
divides (const ptx_insn *i)
{
  return (i->op == PTX_OP_DIV || i->op == PTX_OP_REM) && i->guard < 0 && i->nopnds == 3
	 && i->nmods == 1 && i->opnds[0].kind == PTX_O_REG && plain (&i->opnds[0])
	 && plain (&i->opnds[1]) && plain (&i->opnds[2])
	 && (ptx_type_kind (i->mods[0]) == PTX_K_SINT || ptx_type_kind (i->mods[0]) == PTX_K_UINT)
	 && (ptx_bits (i->mods[0]) == 32 || ptx_bits (i->mods[0]) == 64);
}

static bool
same (const ptx_opnd *a, const ptx_opnd *b)
{
  return a->kind == b->kind && (a->kind == PTX_O_REG ? a->reg == b->reg : a->i == b->i);
}

static bool
kept_value (const divide *w, const ptx_opnd *o, uint32_t at)
{
  return o->kind != PTX_O_REG || w->written[o->reg] < at;
}

/* The operation of the stretch that is the other half of i, or 0.  */
static division *
other_half (divide *w, const ptx_insn *i)
{
  for (unsigned k = 0; k < w->n; k++)
    {
      division *d = &w->kept[k];
      const ptx_insn *j = &d->s->insn;
      bool first = j->op == PTX_OP_DIV;
      if (j->op != i->op && j->mods[0] == i->mods[0] && same (&j->opnds[1], &i->opnds[1])
	  && same (&j->opnds[2], &i->opnds[2]) && kept_value (w, &i->opnds[1], d->at)
	  && kept_value (w, &i->opnds[2], d->at)
	  && (!first || w->written[j->opnds[0].reg] <= d->at))
	return d;
    }
  return 0;
}

static ptx_stmt *
insert (divide *w, ptx_stmt *before, const char *name, ptx_mod type, ptx_opnd *o, unsigned n)
{
  char whole[16];
  memcpy (whole, name, strlen (name) + 1);
  strcat (whole, ptx_mods[type].name);
  ptx_stmt *s = ptx_new_insn (w->f->module, whole, o, n);
  s->pos = before->pos;
  ptx_insert_before (w->f, before, s);
  return s;
}

/* rem, whose quotient is q, becomes a difference.  */
static void
subtract (divide *w, ptx_stmt *rem, uint32_t q)
{
  ptx_mod type = rem->insn.mods[0];
  const ptx_opnd *o = rem->insn.opnds;
  ptx_opnd u = ptx_reg_opnd (ptx_new_reg (w->f, ptx_bits (type) == 64 ? PTX_B64 : PTX_B32, "%px_"));
  ptx_opnd product[] = { u, ptx_reg_opnd (q), o[2] }, difference[] = { o[0], o[1], u };
  insert (w, rem, "mul.lo.", type, product, 3);
  insert (w, rem, "sub.", type, difference, 3);
  ptx_remove (w->f, rem);
}

static void
join (divide *w, division *first, ptx_stmt *second)
{
  ptx_insn *i = &first->s->insn;
  if (i->op == PTX_OP_DIV)
    {
      subtract (w, second, i->opnds[0].reg);
      return;
    }
  ptx_mod type = i->mods[0], bits = ptx_bits (type) == 64 ? PTX_B64 : PTX_B32;
  ptx_opnd q[] = { ptx_reg_opnd (ptx_new_reg (w->f, bits, "%px_")), i->opnds[1], i->opnds[2] };
  ptx_opnd copy[] = { second->insn.opnds[0], q[0] };
  ptx_stmt *div = insert (w, first->s, "div.", type, q, 3);
  insert (w, second, "mov.", bits, copy, 2);
  ptx_remove (w->f, second);
  subtract (w, first->s, q[0].reg);
  first->s = div;
}

bool
ptx_fix_remainders (ptx_func *f)
{
  divide w = { .f = f };
  /* Two registers more at most for each.  */
  uint32_t n = 0;
  for (ptx_stmt *s = f->first; s; s = s->next)
    n += s->kind == PTX_ST_INSN && divides (&s->insn);
  if (n < 2)
    return true;
  w.written = calloc (f->nregs + 2 * n + 1, sizeof *w.written);
  if (!w.written)
    ptx_oom ();
  for (ptx_stmt *s = f->first, *next; s; s = next)
    {
      next = s->next;
      w.now++;
      if (s->kind == PTX_ST_LABEL || s->kind == PTX_ST_OPEN || s->kind == PTX_ST_CLOSE)
	w.n = 0;
      if (s->kind != PTX_ST_INSN)
	continue;
      division *d = divides (&s->insn) ? other_half (&w, &s->insn) : 0;
      ptx_visit_regs (&s->insn, note_write, &w);
      if (d)
	join (&w, d, s);
      else if (divides (&s->insn) && w.n < MOST_KEPT)
	w.kept[w.n++] = (division){ s, w.now };
    }
  free (w.written);
  return true;
}
