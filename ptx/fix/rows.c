/* SPDX-License-Identifier: MIT */
/* Rows of a matrix that a loop goes through: their distances are the same for all threads.

   GCC adds to them, before the loop, what is each thread's, and keeps the sums:

       add.u64 l1, u1, v;                      L:
       add.u64 l2, u2, v;                        add.u64 t, a, v;
     L:                                          add.u64 c, b, t;
       add.u64 t0, a, v;                         mov.u64 d0, c;
       add.u64 d0, b, t0;                        add.u64 d1, c, u1;
       add.u64 t1, a, l1;                        add.u64 d2, c, u2;
       add.u64 d1, b, t1;
       add.u64 t2, a, l2;
       add.u64 d2, b, t2;

   A register of 64 bits for each row becomes one that ptxas knows is the same for all threads of a warp, as a
   multiple of a parameter is, and half of the additions go.  Sums modulo 2^64 may be made in any order.

   u1, u2, v, l1 and l2 are written once, each where it dominates those that read it: so they have the values that
   they had for l1 and l2.  a and b are not written between the first and the last of the rows.  */
#include "ptx/ptx-int.h"
#include <stdlib.h>

enum
{
  FEWEST = 3,	   /* rows: the common sum is two additions, and a row saves one */
  MOST_ROWS = 1024 /* of a block */
};

typedef struct writer
{
  ptx_stmt *s; /* one that writes the register */
  uint32_t at, block, writes;
} writer;

/* D = B + (A + L), with L written in a block before.  */
typedef struct row
{
  ptx_stmt *first, *d;
  uint32_t at; /* the position of FIRST, A + L */
  uint32_t a, b, l;
  uint32_t written; /* the position of the last write of A or B before D */
  bool done;
} row;

typedef struct rows
{
  ptx_func *f;
  ptx_flow *flow;
  uint32_t nregs;
  writer *by;	     /* by register */
  uint32_t *reads;   /* by register */
  uint32_t *written; /* by register: the position of its last write so far */
  uint32_t now, block;
  row *all; /* of this block */
  uint32_t n, cap;
} rows;

static void
count_row_access (void *closure, ptx_opnd *o, bool written)
{
  rows *w = closure;
  if (written)
    w->by[o->reg].writes++;
  else
    w->reads[o->reg]++;
}

static void
note_row_write (void *closure, ptx_opnd *o, bool written)
{
  rows *w = closure;
  if (written && o->reg < w->nregs)
    w->written[o->reg] = w->now;
}

/* The sum of two registers of 64 bits that S is, or 0.  */
static const ptx_insn *
sum_of_two (const rows *w, const ptx_stmt *s)
{
  if (!s || s->kind != PTX_ST_INSN)
    return 0;
  const ptx_insn *i = &s->insn;
  if (i->op != PTX_OP_ADD || i->guard >= 0 || i->nopnds != 3 || i->nmods != 1)
    return 0;
  for (unsigned k = 0; k < 3; k++)
    if (!ptx_whole_reg (&i->opnds[k]) || i->opnds[k].reg >= w->nregs
	|| w->f->regs[i->opnds[k].reg].vec > 1 || ptx_bits (w->f->regs[i->opnds[k].reg].type) != 64)
      return 0;
  return i;
}

/* What writes R, if that is one statement, at a position before AT, which dominates BLOCK; or 0.  */
static const writer *
only_writer (const rows *w, uint32_t r, uint32_t at, uint32_t block)
{
  const writer *d = &w->by[r];
  return d->writes == 1 && d->s && d->at < at
	     && (d->block == block || ptx_dominates (w->flow, d->block, block))
	   ? d
	   : 0;
}

/* What L is besides V: the number of a register, or -1 if it is V itself; -2: it is not.  */
static int64_t
besides (const rows *w, uint32_t l, uint32_t v)
{
  if (l == v)
    return -1;
  const writer *d = &w->by[l];
  const ptx_insn *i = sum_of_two (w, d->s);
  if (!i || (i->opnds[1].reg != v && i->opnds[2].reg != v))
    return -2;
  uint32_t u = i->opnds[i->opnds[1].reg == v ? 2 : 1].reg;
  bool kept = only_writer (w, u, d->at, d->block) && only_writer (w, v, d->at, d->block);
  return kept ? (int64_t) u : -2;
}

/* S, a sum, may be that of a row.  */
static void
note_row (rows *w, ptx_stmt *s)
{
  const ptx_insn *i = sum_of_two (w, s);
  for (unsigned k = 1; i && k < 3; k++)
    {
      uint32_t t = i->opnds[k].reg;
      const writer *d = only_writer (w, t, w->now, w->block);
      const ptx_insn *j = d && d->block == w->block && w->reads[t] == 1 ? sum_of_two (w, d->s) : 0;
      for (unsigned m = 1; j && m < 3; m++)
	{
	  uint32_t l = j->opnds[m].reg;
	  const writer *e = only_writer (w, l, d->at, w->block);
	  if (!e || e->block == w->block || w->n == MOST_ROWS)
	    continue;
	  uint32_t a = j->opnds[3 - m].reg, b = i->opnds[3 - k].reg;
	  uint32_t written = w->written[a] > w->written[b] ? w->written[a] : w->written[b];
	  w->all = ptx_grow (w->all, w->n, &w->cap, sizeof *w->all);
	  w->all[w->n++] = (row){ d->s, s, d->at, a, b, l, written, false };
	  return;
	}
    }
}

/* True if Q is a row with the sums of P and, besides, V.  */
static bool
belongs (const rows *w, const row *p, const row *q, uint32_t v)
{
  return !q->done && q->a == p->a && q->b == p->b && q->written < p->at
	 && besides (w, q->l, v) != -2;
}

/* Change the rows that have V, P the first of them, if there are enough.  */
static void
join_rows (rows *w, uint32_t p, uint32_t v)
{
  uint32_t n = 0;
  for (uint32_t q = p; q < w->n; q++)
    n += belongs (w, &w->all[p], &w->all[q], v);
  if (n < FEWEST)
    return;
  row r = w->all[p];
  ptx_opnd c[] = { ptx_reg_opnd (ptx_new_reg (w->f, PTX_B64, "%px_row")), ptx_reg_opnd (r.a),
		   ptx_reg_opnd (v) };
  ptx_insert_insn (w->f, r.first, "add.u64", c, 3);
  ptx_opnd base[]
    = { ptx_reg_opnd (ptx_new_reg (w->f, PTX_B64, "%px_row")), ptx_reg_opnd (r.b), c[0] };
  ptx_insert_insn (w->f, r.first, "add.u64", base, 3);
  for (uint32_t q = p; q < w->n; q++)
    if (belongs (w, &r, &w->all[q], v))
      {
	ptx_insn *i = &w->all[q].d->insn;
	int64_t u = besides (w, w->all[q].l, v);
	ptx_opnd o[] = { i->opnds[0], base[0], ptx_reg_opnd (u >= 0 ? (uint32_t) u : 0) };
	*i = u >= 0 ? ptx_new_insn (w->f->module, "add.u64", o, 3)->insn
		    : ptx_new_insn (w->f->module, "mov.u64", o, 2)->insn;
	w->all[q].done = true;
      }
}

static void
end_rows (rows *w)
{
  for (uint32_t p = 0; p < w->n; p++)
    {
      uint32_t l = w->all[p].l;
      const ptx_insn *i = sum_of_two (w, w->by[l].s);
      if (!w->all[p].done)
	join_rows (w, p, l);
      for (unsigned k = 1; i && k < 3 && !w->all[p].done; k++)
	join_rows (w, p, i->opnds[k].reg);
    }
  w->n = 0;
}

bool
ptx_share_rows (ptx_func *f)
{
  rows w = { .f = f, .flow = ptx_flow_of (f), .nregs = f->nregs, .block = UINT32_MAX };
  w.by = calloc (f->nregs + 1, sizeof *w.by);
  w.reads = calloc (f->nregs + 1, sizeof *w.reads);
  w.written = calloc (f->nregs + 1, sizeof *w.written);
  if (!w.by || !w.reads || !w.written)
    ptx_oom ();
  for (uint32_t r = 0; r < f->nregs; r++)
    w.reads[r] = w.by[r].writes = f->regs[r].param;
  for (ptx_stmt *s = f->first; s; s = s->next)
    {
      w.now++;
      w.block += ptx_begins_block (s);
      if (s->kind != PTX_ST_INSN)
	continue;
      ptx_visit_regs (&s->insn, count_row_access, &w);
      if (s->insn.nopnds && ptx_whole_reg (&s->insn.opnds[0]) && s->insn.guard < 0)
	{
	  writer *d = &w.by[s->insn.opnds[0].reg];
	  d->s = s, d->at = w.now, d->block = w.block;
	}
    }
  w.now = 0, w.block = UINT32_MAX;
  for (ptx_stmt *s = f->first, *next; s; s = next)
    {
      next = s->next;
      if (ptx_begins_block (s))
	{
	  end_rows (&w);
	  w.block++;
	}
      w.now++;
      if (s->kind != PTX_ST_INSN)
	continue;
      note_row (&w, s);
      ptx_visit_regs (&s->insn, note_row_write, &w);
    }
  end_rows (&w);
  ptx_flow_free (w.flow);
  free (w.by);
  free (w.reads);
  free (w.written);
  free (w.all);
  return true;
}
