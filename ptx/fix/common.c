/* SPDX-License-Identifier: MIT */
/* What all ways from a branch compute is computed once, before the branch.

   GCC computes what a loop and the code after it read twice, where the loop is left out, too:

       @p bra A;                                 cvt.u64.u32 r, x;
       cvt.u64.u32 r, x;                         @p bra A;
     L:                                        L:
       …                                         …
       bra M;                                    bra M;
     A:                                        A:
       cvt.u64.u32 r, x;                       M:
     M:                                          … r
       … r

   A register that is written at two places is one that ptxas keeps through the loop: one that is
   written once it computes again where it is read, when registers are few.  chains.c, too, goes
   through what is written once.

   A register r moves if
     - all that writes it are equal instructions without a guard, which only compute, of constants
       and of registers that are written once, or never;
     - those are written in blocks that dominate D, the last block that dominates all writers of
       r, or in D;
     - each way from the end of D comes to a writer of r, and before to none that reads r, nor
       to the end of D again, nor to the function's end.
   So nobody executes more than before.  From the end of D to a writer nothing that it reads
   changes: who writes that again has to come through D again, which dominates the writer.

   A function with comments for the debugger stays as it is: they name registers.  */
#include "ptx/ptx-int.h"
#include <stdlib.h>

enum
{
  MOST_LOOKED = 256, /* registers that one round looks at: for each it goes through the function */
  MOST_ROUNDS = 8    /* how many steps of one computation move: as of an address */
};

/* What writes a register.  */
typedef struct writer
{
  ptx_stmt *s;	   /* the first one */
  uint32_t n;	   /* how many there are */
  uint32_t common; /* the last block that dominates all */
  bool failed;	   /* they are not equal, or do more than compute */
  bool moved;	   /* S is its only writer now */
} writer;

typedef enum access
{
  NOTHING,
  READ,
  WRITTEN
} access;

typedef struct block
{
  ptx_stmt *last;
  uint32_t end; /* the position of LAST */
  bool scoped;	/* LAST is in a nested scope */
  access first; /* what is done first with the register that is looked at */
  bool writes;	/* it is written */
  bool visited;
} block;

typedef struct common
{
  ptx_func *f;
  ptx_flow *flow;
  uint32_t nregs; /* registers that the tables know */
  uint32_t nblocks;
  block *blocks;
  writer *by;	      /* by register */
  uint32_t *declared; /* by declaration: its position */
  uint32_t reg;	      /* the register that is looked at */
  access access;      /* what an instruction does with it */
  uint32_t *stack;    /* of blocks */
} common;

static void
count_writing (void *closure, ptx_opnd *o, bool written)
{
  common *w = closure;
  w->by[o->reg].n += written;
}

/* True if I, one of several instructions that are the same, may be executed elsewhere.  */
static bool
may_move (const ptx_insn *i)
{
  if (i->guard >= 0 || !i->nopnds || !ptx_only_computes (i) || !ptx_whole_reg (&i->opnds[0]))
    return false;
  for (unsigned k = 1; k < i->nopnds; k++)
    if (i->opnds[k].kind == PTX_O_SYM && i->opnds[k].sym->local)
      return false;
  return true;
}

/* S, in block B, in a nested scope if SCOPED, writes R, one of several.  */
static void
note_writer (common *w, uint32_t r, ptx_stmt *s, uint32_t b, bool scoped)
{
  writer *d = &w->by[r];
  d->failed |= scoped || !may_move (&s->insn) || (d->s && !ptx_same_insn (&d->s->insn, &s->insn));
  d->common = d->s ? ptx_common_dominator (w->flow, d->common, b) : b;
  if (!d->s)
    d->s = s;
}

typedef struct place
{
  common *w;
  ptx_stmt *s;
  uint32_t block;
  bool scoped;
} place;

static void
note_if_written (void *closure, ptx_opnd *o, bool written)
{
  place *p = closure;
  if (written)
    note_writer (p->w, o->reg, p->s, p->block, p->scoped);
}

/* Fill the tables.  */
static void
fill_tables (common *w)
{
  uint32_t at = 0, depth = 0;
  place p = { .w = w, .block = UINT32_MAX };
  for (ptx_stmt *s = w->f->first; s; s = s->next)
    if (s->kind == PTX_ST_INSN)
      ptx_visit_regs (&s->insn, count_writing, w);
  for (ptx_stmt *s = w->f->first; s; s = s->next)
    {
      at++;
      depth += s->kind == PTX_ST_OPEN;
      p.block += ptx_begins_block (s);
      w->blocks[p.block] = (block){ .last = s, .end = at, .scoped = depth > 0 };
      if (s->kind == PTX_ST_REG)
	w->declared[s->reg->id] = at;
      p.s = s, p.scoped = depth > 0;
      if (s->kind == PTX_ST_INSN)
	ptx_visit_regs (&s->insn, note_if_written, &p);
      depth -= s->kind == PTX_ST_CLOSE;
    }
}

/* True if R is declared before the end of block D.  */
static bool
is_declared (const common *w, uint32_t r, const block *d)
{
  const ptx_regdecl *g = w->f->regs[r].decl;
  return !g || w->declared[g->id] < d->end;
}

/* True if what S reads is at the end of block D what it is for S, in a block that D dominates.  */
static bool
known_before (const common *w, const ptx_stmt *s, uint32_t d)
{
  const ptx_insn *i = &s->insn;
  for (unsigned k = 1; k < i->nopnds; k++)
    {
      if (i->opnds[k].kind != PTX_O_REG)
	continue;
      uint32_t r = i->opnds[k].reg;
      const writer *x = &w->by[r];
      if (x->n > 1 || (!x->n && !w->f->regs[r].param)
	  || (x->n && !ptx_dominates (w->flow, x->common, d)) || !is_declared (w, r, &w->blocks[d]))
	return false;
    }
  return true;
}

static void
note_access (void *closure, ptx_opnd *o, bool written)
{
  common *w = closure;
  if (o->reg == w->reg && w->access != READ)
    w->access = written ? WRITTEN : READ;
}

static bool
may_return (const ptx_stmt *s)
{
  return s->kind == PTX_ST_INSN && (s->insn.op == PTX_OP_RET || s->insn.op == PTX_OP_EXIT);
}

/* True if each way from the end of block D writes R before it reads R, comes back there, or leaves
   the function.  */
static bool
written_always (common *w, uint32_t r, uint32_t d)
{
  uint32_t b = UINT32_MAX, depth = 0, n;
  for (uint32_t k = 0; k < w->nblocks; k++)
    w->blocks[k].first = NOTHING, w->blocks[k].writes = w->blocks[k].visited = false;
  w->reg = r;
  for (ptx_stmt *s = w->f->first; s; s = s->next)
    {
      b += ptx_begins_block (s);
      if (s->kind != PTX_ST_INSN)
	continue;
      block *k = &w->blocks[b];
      w->access = NOTHING;
      ptx_visit_regs (&s->insn, note_access, w);
      k->writes |= w->access == WRITTEN;
      if (k->first == NOTHING)
	k->first = w->access;
      /* The copy would come before a branch, which reads its guard.  */
      if (b == d && s == k->last && w->access != NOTHING)
	return false;
    }
  if (w->blocks[d].writes)
    return false;
  w->stack[depth++] = d;
  while (depth)
    {
      b = w->stack[--depth];
      const uint32_t *to = ptx_flow_next (w->flow, b, &n);
      if (!n || may_return (w->blocks[b].last))
	return false;
      for (uint32_t k = 0; k < n; k++)
	{
	  block *x = &w->blocks[to[k]];
	  if (to[k] == d || x->first == READ)
	    return false;
	  if (x->first == NOTHING && !x->visited)
	    {
	      x->visited = true;
	      w->stack[depth++] = to[k];
	    }
	}
    }
  return true;
}

/* Insert a copy of what writes R at the end of block D, which writes it from now on.  */
static void
insert_copy (common *w, uint32_t r, block *d)
{
  const ptx_insn *i = &w->by[r].s->insn;
  ptx_stmt *at = d->last;
  bool branch = at->kind == PTX_ST_INSN && ptx_opinfos ()[at->insn.op].flags & PTX_CONTROL
		&& at->insn.op != PTX_OP_CALL;
  ptx_stmt *copy = ptx_alloc (w->f->module, sizeof *copy);
  *copy = (ptx_stmt){ .kind = PTX_ST_INSN, .pos = at->pos, .insn = *i };
  (branch ? ptx_insert_before : ptx_insert_after) (w->f, at, copy);
  if (!branch)
    d->last = copy;
  w->by[r].s = copy;
  w->by[r].moved = true;
}

/* One round: move what may move, of what nothing else that moves reads.  Return true if something
   has moved.  */
static bool
move_some (ptx_func *f)
{
  common w = { .f = f, .nregs = f->nregs, .flow = ptx_flow_of (f) };
  unsigned moved = 0;
  for (const ptx_stmt *s = f->first; s; s = s->next)
    w.nblocks += ptx_begins_block (s);
  w.blocks = calloc (w.nblocks + 1, sizeof *w.blocks);
  w.stack = calloc (w.nblocks + 1, sizeof *w.stack);
  w.by = calloc (w.nregs + 1, sizeof *w.by);
  w.declared = calloc (f->ndecls + 1, sizeof *w.declared);
  if (!w.blocks || !w.stack || !w.by || !w.declared)
    ptx_oom ();
  fill_tables (&w);
  for (uint32_t r = 0, looked = 0; r < w.nregs && looked < MOST_LOOKED; r++)
    {
      const writer *x = &w.by[r];
      if (x->n < 2 || x->failed || f->regs[r].param)
	continue;
      block *d = &w.blocks[x->common];
      if (d->scoped || !is_declared (&w, r, d) || !known_before (&w, x->s, x->common))
	continue;
      looked++;
      if (!written_always (&w, r, x->common))
	continue;
      insert_copy (&w, r, d);
      moved++;
    }
  for (ptx_stmt *s = f->first, *next; moved && s; s = next)
    {
      next = s->next;
      const ptx_opnd *o = s->kind == PTX_ST_INSN && s->insn.nopnds ? &s->insn.opnds[0] : 0;
      if (o && o->kind == PTX_O_REG && w.by[o->reg].moved && w.by[o->reg].s != s
	  && may_move (&s->insn))
	ptx_remove (f, s);
    }
  ptx_flow_free (w.flow);
  free (w.blocks);
  free (w.stack);
  free (w.by);
  free (w.declared);
  return moved;
}

bool
ptx_move_common (ptx_func *f)
{
  if (!f->defined)
    return true;
  for (const ptx_stmt *s = f->first; s; s = s->next)
    if (s->kind == PTX_ST_TEXT)
      return true;
  /* Each round needs a step of a computation that ends with what is read.  */
  for (unsigned k = 0; k < MOST_ROUNDS && move_some (f); k++)
    ;
  return true;
}
