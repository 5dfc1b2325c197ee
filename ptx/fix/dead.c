/* SPDX-License-Identifier: MIT */
/* Removes instructions that only compute registers that nothing reads: conversions and sums that
   other passes no longer need.  What accesses memory, may not fall through, or involves other
   threads or the state of the machine stays.

   A function with comments for the debugger stays as it is: they name registers.  */
#include "ptx/ptx-int.h"
#include <stdlib.h>

typedef struct dead
{
  uint32_t *reads; /* by register: how many read it */
  bool read;	   /* what is looked at writes a register that is read, or none */
  bool writes;
} dead;

static void
count_reads (void *closure, ptx_opnd *o, bool written)
{
  dead *w = closure;
  if (!written)
    w->reads[o->reg]++;
}

static void
look_for_reads (void *closure, ptx_opnd *o, bool written)
{
  dead *w = closure;
  if (written)
    {
      w->writes = true;
      w->read |= w->reads[o->reg] > 0;
    }
}

static void
drop_reads (void *closure, ptx_opnd *o, bool written)
{
  dead *w = closure;
  if (!written)
    w->reads[o->reg]--;
}

bool
ptx_only_computes (const ptx_insn *i)
{
  return i->op != PTX_OP_UNKNOWN && !ptx_opinfos ()[i->op].flags && !ptx_get (i, PTX_C_SPACE)
	 && !ptx_has (i, PTX_M_CC);
}

bool
ptx_drop_dead (ptx_func *f)
{
  dead w = { 0 };
  for (const ptx_stmt *s = f->first; s; s = s->next)
    if (s->kind == PTX_ST_TEXT)
      return true;
  w.reads = calloc (f->nregs + 1, sizeof *w.reads);
  if (!w.reads)
    ptx_oom ();
  for (uint32_t r = 0; r < f->nregs; r++)
    w.reads[r] = f->regs[r].param; /* the caller reads a function's results */
  for (ptx_stmt *s = f->first; s; s = s->next)
    if (s->kind == PTX_ST_INSN)
      ptx_visit_regs (&s->insn, count_reads, &w);
  /* From the end: what computes an operand comes before, but in loops.  */
  for (ptx_stmt *s = f->last, *before; s; s = before)
    {
      before = s->prev;
      if (s->kind != PTX_ST_INSN || !ptx_only_computes (&s->insn))
	continue;
      w.read = w.writes = false;
      ptx_visit_regs (&s->insn, look_for_reads, &w);
      if (!w.writes || w.read)
	continue;
      ptx_visit_regs (&s->insn, drop_reads, &w);
      ptx_remove (f, s);
    }
  free (w.reads);
  return true;
}
