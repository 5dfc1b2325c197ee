/* SPDX-License-Identifier: MIT */
/* Remainders beside quotients, and quotients by constants.

   A division of numbers that are not constant takes about twenty instructions, and so does a
   remainder, which GCC computes on its own:

       rem.s32 r, a, b;  …  div.s32 q, a, b;     becomes
       div.s32 t, a, b;  mul.lo.s32 u, t, b;  sub.s32 r, a, u;  …  mov.u32 q, t;

   and likewise if the division is first.  Both must be without guard, of 32 or 64 bits and of one
   type, and neither a nor b, nor the quotient if it is first, is written in between.  No label
   is in between, so whatever executes the second has executed the first, nor the end of a scope,
   which its registers would not outlive.  A branch may be: a division traps nowhere (9.7.1.8).  a - a / b * b is the remainder for all a and b but 0
   (C11 6.5.5p6), modulo 2^32 also for the lowest number by -1, where PTX leaves the remainder to
   the machine.

   Nor does ptxas know of divisions by constants: of 32 bits, by a number from 2 on, they become
   multiplications (T. Granlund and P. Montgomery, Division by Invariant Integers using
   Multiplication, PLDI 1994), x / 18 = x * 0xe38e38e4 >> 36.  */
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
note_division_write (void *closure, ptx_opnd *o, bool written)
{
  divide *w = closure;
  if (written)
    w->written[o->reg] = w->now;
}

static bool
plain_number (const ptx_opnd *o)
{
  return (o->kind == PTX_O_REG && !o->sel && !o->flags) || o->kind == PTX_O_IMM;
}

static bool
divides (const ptx_insn *i)
{
  return (i->op == PTX_OP_DIV || i->op == PTX_OP_REM) && i->guard < 0 && i->nopnds == 3
	 && i->nmods == 1 && i->opnds[0].kind == PTX_O_REG && plain_number (&i->opnds[0])
	 && plain_number (&i->opnds[1]) && plain_number (&i->opnds[2])
	 && (ptx_type_kind (i->mods[0]) == PTX_K_SINT || ptx_type_kind (i->mods[0]) == PTX_K_UINT)
	 && (ptx_bits (i->mods[0]) == 32 || ptx_bits (i->mods[0]) == 64);
}

static bool
equal_source (const ptx_opnd *a, const ptx_opnd *b)
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
      if (j->op != i->op && j->mods[0] == i->mods[0] && equal_source (&j->opnds[1], &i->opnds[1])
	  && equal_source (&j->opnds[2], &i->opnds[2]) && kept_value (w, &i->opnds[1], d->at)
	  && kept_value (w, &i->opnds[2], d->at)
	  && (!first || w->written[j->opnds[0].reg] <= d->at))
	return d;
    }
  return 0;
}

static ptx_stmt *
insert_arithmetic (divide *w, ptx_stmt *before, const char *name, ptx_mod type, ptx_opnd *o,
		   unsigned n)
{
  char whole[16];
  memcpy (whole, name, strlen (name) + 1);
  strcat (whole, ptx_mods[type].name);
  return ptx_insert_insn (w->f, before, whole, o, n);
}

/* rem, whose quotient is q, becomes a difference.  */
static void
subtract (divide *w, ptx_stmt *rem, uint32_t q)
{
  ptx_mod type = rem->insn.mods[0];
  const ptx_opnd *o = rem->insn.opnds;
  ptx_opnd u = ptx_reg_opnd (ptx_new_reg (w->f, ptx_bits (type) == 64 ? PTX_B64 : PTX_B32, "%px_"));
  ptx_opnd product[] = { u, ptx_reg_opnd (q), o[2] }, difference[] = { o[0], o[1], u };
  insert_arithmetic (w, rem, "mul.lo.", type, product, 3);
  insert_arithmetic (w, rem, "sub.", type, difference, 3);
  ptx_remove (w->f, rem);
}

static void
join_halves (divide *w, division *first, ptx_stmt *second)
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
  ptx_stmt *div = insert_arithmetic (w, first->s, "div.", type, q, 3);
  insert_arithmetic (w, second, "mov.", bits, copy, 2);
  ptx_remove (w->f, second);
  subtract (w, first->s, q[0].reg);
  first->s = div;
}

/* ---- quotients by constants ---- */

/* d, from 2 on and no power of 2: the least *shift for which there is an *m below 2^32 that exceeds
   2^(32 + *shift) / d by at most 2^(*shift + more) / d.  Then x * *m / 2^(32 + *shift), rounded
   downwards, is x / d for each x below 2^(32 - more).  Return false if there is none.  */
static bool
multiplier (uint32_t d, unsigned more, uint64_t *m, unsigned *shift)
{
  for (unsigned s = 0; s < 32 && d >> s; s++)
    {
      uint64_t power = (uint64_t) 1 << (32 + s), product = (power / d + 1) * d;
      *m = power / d + 1, *shift = s;
      if (*m <= UINT32_MAX && product - power <= (uint64_t) 1 << (s + more))
	return true;
    }
  return false;
}

static ptx_opnd
temporary (divide *w)
{
  return ptx_reg_opnd (ptx_new_reg (w->f, PTX_B32, "%px_"));
}

/* Insert an operation of two numbers before a statement, whose result is returned.  */
static ptx_opnd
compute (divide *w, ptx_stmt *at, const char *name, ptx_mod type, ptx_opnd a, ptx_opnd b)
{
  ptx_opnd o[] = { temporary (w), a, b };
  insert_arithmetic (w, at, name, type, o, 3);
  return o[0];
}

/* x / d of 32 bits before a statement.  */
static ptx_opnd
quotient_unsigned (divide *w, ptx_stmt *at, ptx_opnd x, uint32_t d)
{
  uint64_t m;
  unsigned s;
  if (!(d & (d - 1)))
    {
      for (s = 0; d >> s > 1; s++)
	;
      return compute (w, at, "shr.", PTX_U32, x, ptx_imm_opnd (s));
    }
  if (multiplier (d, 0, &m, &s))
    {
      ptx_opnd t = compute (w, at, "mul.hi.", PTX_U32, x, ptx_imm_opnd (m));
      return s ? compute (w, at, "shr.", PTX_U32, t, ptx_imm_opnd (s)) : t;
    }
  /* The multiplier has 33 bits: t = x * (m - 2^32) >> 32, and (t + x) >> s may not overflow.  */
  for (s = 1; s < 32 && d >> s; s++)
    ;
  m = (((uint64_t) 1 << 32) * (((uint64_t) 1 << s) - d)) / d + 1;
  ptx_opnd t = compute (w, at, "mul.hi.", PTX_U32, x, ptx_imm_opnd (m));
  ptx_opnd u = compute (w, at, "sub.", PTX_U32, x, t);
  u = compute (w, at, "shr.", PTX_U32, u, ptx_imm_opnd (1));
  u = compute (w, at, "add.", PTX_U32, u, t);
  return s > 1 ? compute (w, at, "shr.", PTX_U32, u, ptx_imm_opnd (s - 1)) : u;
}

/* The same of a signed number: the product is rounded downwards, the quotient towards 0.  */
static ptx_opnd
quotient_signed (divide *w, ptx_stmt *at, ptx_opnd x, uint32_t d)
{
  uint64_t m = 0;
  unsigned s = 0;
  multiplier (d, 1, &m, &s);
  ptx_opnd t = compute (w, at, "mul.hi.", PTX_S32, x, ptx_imm_opnd ((int32_t) m));
  if (m > INT32_MAX)
    t = compute (w, at, "add.", PTX_U32, t, x);
  if (s)
    t = compute (w, at, "shr.", PTX_S32, t, ptx_imm_opnd (s));
  ptx_opnd negative = compute (w, at, "shr.", PTX_U32, x, ptx_imm_opnd (31));
  return compute (w, at, "add.", PTX_U32, t, negative);
}

/* s, a division or a remainder of 32 bits.  */
static void
by_constant (divide *w, ptx_stmt *s)
{
  const ptx_opnd *o = s->insn.opnds;
  bool is_signed = ptx_type_kind (s->insn.mods[0]) == PTX_K_SINT;
  uint32_t d = o[2].u;
  if (ptx_bits (s->insn.mods[0]) != 32 || o[1].kind != PTX_O_REG || o[2].kind != PTX_O_IMM || d < 2
      || (is_signed && (d > INT32_MAX || !(d & (d - 1)))))
    return;
  ptx_opnd q = is_signed ? quotient_signed (w, s, o[1], d) : quotient_unsigned (w, s, o[1], d);
  if (s->insn.op == PTX_OP_DIV)
    {
      ptx_opnd copy[] = { o[0], q };
      insert_arithmetic (w, s, "mov.", PTX_B32, copy, 2);
      ptx_remove (w->f, s);
    }
  else
    subtract (w, s, q.reg);
}

bool
ptx_fix_remainders (ptx_func *f)
{
  divide w = { .f = f };
  /* Two registers more at most for each.  */
  uint32_t n = 0;
  for (ptx_stmt *s = f->first; s; s = s->next)
    n += s->kind == PTX_ST_INSN && divides (&s->insn);
  if (!n)
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
      ptx_visit_regs (&s->insn, note_division_write, &w);
      if (d)
	join_halves (&w, d, s);
      else if (divides (&s->insn) && w.n < MOST_KEPT)
	w.kept[w.n++] = (division){ s, w.now };
    }
  free (w.written);
  for (ptx_stmt *s = f->first, *next; s; s = next)
    {
      next = s->next;
      if (s->kind == PTX_ST_INSN && divides (&s->insn))
	by_constant (&w, s);
    }
  return true;
}
