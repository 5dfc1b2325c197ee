/* SPDX-License-Identifier: MIT */
/* The blocks of a function, and which ones dominate which.

   Dominators by iteration over the blocks in reverse postorder (Cooper, Harvey and Kennedy, "A
   simple, fast dominance algorithm", 2001).  An edge too many only makes fewer blocks dominate:
   so a branch that is not plain leads to all labels, and a call to what follows it.  */
#include "ptx/ptx-int.h"
#include <stdlib.h>

enum
{
  NONE = UINT32_MAX
};

struct ptx_flow
{
  uint32_t n;	   /* blocks, in the order of the text; block 0 is the entry */
  uint32_t *idom;  /* by block: its immediate dominator, of block 0 itself; NONE: never reached */
  uint32_t *order; /* by block: its place in reverse postorder */
  uint32_t *of_label; /* by label: its block */
  uint32_t *start;    /* by block: its first successor in next; n + 1 numbers */
  uint32_t *next;     /* successors of all blocks */
};

typedef struct edges
{
  uint32_t n, cap;
  uint32_t (*e)[2]; /* from, to */
} edges;

bool
ptx_begins_block (const ptx_stmt *s)
{
  const ptx_stmt *p = s->prev;
  return !p || s->kind == PTX_ST_LABEL
	 || (p->kind == PTX_ST_INSN && ptx_opinfos ()[p->insn.op].flags & PTX_CONTROL
	     && p->insn.op != PTX_OP_CALL);
}

static void
add_edge (edges *all, uint32_t from, uint32_t to)
{
  all->e = ptx_grow (all->e, all->n, &all->cap, sizeof *all->e);
  all->e[all->n][0] = from;
  all->e[all->n++][1] = to;
}

bool
ptx_ends_way (const ptx_stmt *s)
{
  return s->kind == PTX_ST_INSN && s->insn.guard < 0
	 && (ptx_branch_of (s) || s->insn.op == PTX_OP_RET || s->insn.op == PTX_OP_EXIT);
}

/* The edges out of block b of w, whose last statement is s.  */
static void
add_edges (const ptx_flow *w, const ptx_func *f, uint32_t b, const ptx_stmt *s, edges *all)
{
  const ptx_insn *i = s->kind == PTX_ST_INSN ? &s->insn : 0, *branch = ptx_branch_of (s);
  bool control = i && ptx_opinfos ()[i->op].flags & PTX_CONTROL && i->op != PTX_OP_CALL;
  bool leaves = control && (branch || i->op == PTX_OP_RET || i->op == PTX_OP_EXIT);
  if (!ptx_ends_way (s) && b + 1 < w->n)
    add_edge (all, b, b + 1);
  if (branch)
    add_edge (all, b, w->of_label[branch->opnds[0].reg]);
  else if (control && !leaves)
    for (uint32_t k = 0; k < f->nlabels; k++)
      add_edge (all, b, w->of_label[k]);
}

static int
compare_edges (const void *a, const void *b)
{
  const uint32_t *x = a, *y = b;
  return (x[0] > y[0]) - (x[0] < y[0]);
}

/* Fill w->order, and list with the blocks that are reached, in postorder.  Return their number.  */
static uint32_t
postorder (ptx_flow *w, uint32_t *list)
{
  uint32_t n = 0, depth = 0, *stack = malloc (w->n * sizeof *stack);
  uint32_t *next = malloc (w->n * sizeof *next); /* by block: the next edge; NONE: not seen */
  if (!stack || !next)
    ptx_oom ();
  memset (next, 0xff, w->n * sizeof *next);
  stack[depth++] = 0;
  next[0] = w->start[0];
  while (depth)
    {
      uint32_t b = stack[depth - 1];
      if (next[b] < w->start[b + 1])
	{
	  uint32_t to = w->next[next[b]++];
	  if (next[to] == NONE)
	    {
	      next[to] = w->start[to];
	      stack[depth++] = to;
	    }
	}
      else
	{
	  list[n++] = b;
	  depth--;
	}
    }
  for (uint32_t k = 0; k < n; k++)
    w->order[list[k]] = n - 1 - k;
  free (stack);
  free (next);
  return n;
}

/* Fill w->start and w->next from edges that are sorted by source.  */
static void
note_successors (ptx_flow *w, const edges *all)
{
  w->start = calloc (w->n + 1, sizeof *w->start);
  w->next = calloc (all->n + 1, sizeof *w->next);
  if (!w->start || !w->next)
    ptx_oom ();
  for (uint32_t k = 0; k < all->n; k++)
    {
      w->next[k] = all->e[k][1];
      w->start[all->e[k][0] + 1] = k + 1;
    }
  for (uint32_t b = 0; b < w->n; b++)
    if (w->start[b + 1] < w->start[b])
      w->start[b + 1] = w->start[b];
}

uint32_t
ptx_common_dominator (const ptx_flow *w, uint32_t a, uint32_t b)
{
  if (w->idom[a] == NONE || w->idom[b] == NONE)
    return w->idom[a] == NONE ? b : a;
  while (a != b)
    if (w->order[a] > w->order[b])
      a = w->idom[a];
    else
      b = w->idom[b];
  return a;
}

ptx_flow *
ptx_flow_of (const ptx_func *f)
{
  ptx_flow *w = calloc (1, sizeof *w);
  edges all = { 0 };
  if (!w)
    ptx_oom ();
  w->of_label = calloc (f->nlabels + 1, sizeof *w->of_label);
  if (!w->of_label)
    ptx_oom ();
  for (const ptx_stmt *s = f->first; s; s = s->next)
    {
      w->n += ptx_begins_block (s);
      if (s->kind == PTX_ST_LABEL)
	w->of_label[s->label] = w->n - 1;
    }
  w->idom = malloc ((w->n + 1) * sizeof *w->idom);
  w->order = calloc (w->n + 1, sizeof *w->order);
  uint32_t *list = malloc ((w->n + 1) * sizeof *list);
  if (!w->idom || !w->order || !list)
    ptx_oom ();
  memset (w->idom, 0xff, (w->n + 1) * sizeof *w->idom);
  uint32_t b = 0;
  for (const ptx_stmt *s = f->first; s; s = s->next)
    if (!s->next || ptx_begins_block (s->next))
      add_edges (w, f, b++, s, &all);
  if (all.n)
    qsort (all.e, all.n, sizeof *all.e, compare_edges);
  note_successors (w, &all);
  uint32_t reached = w->n ? postorder (w, list) : 0;
  if (reached)
    w->idom[0] = 0;
  /* Now by the place of the target, then the source: those of the entry come first, and of what is
     not reached.  */
  for (uint32_t k = 0; k < all.n; k++)
    {
      uint32_t from = all.e[k][0];
      all.e[k][0] = w->order[all.e[k][1]];
      all.e[k][1] = from;
    }
  if (all.n)
    qsort (all.e, all.n, sizeof *all.e, compare_edges);
  for (bool changed = reached > 0; changed;)
    {
      changed = false;
      for (uint32_t k = 0; k < all.n; k++)
	{
	  uint32_t place = all.e[k][0], from = all.e[k][1];
	  if (!place || w->idom[from] == NONE)
	    continue;
	  uint32_t to = list[reached - 1 - place];
	  uint32_t d = w->idom[to] == NONE ? from : ptx_common_dominator (w, from, w->idom[to]);
	  changed |= d != w->idom[to];
	  w->idom[to] = d;
	}
    }
  free (list);
  free (all.e);
  return w;
}

bool
ptx_dominates (const ptx_flow *w, uint32_t a, uint32_t b)
{
  if (w->idom[a] == NONE || w->idom[b] == NONE)
    return false;
  while (w->order[b] > w->order[a])
    b = w->idom[b];
  return a == b;
}

uint32_t
ptx_block_of_label (const ptx_flow *w, uint32_t label)
{
  return w->of_label[label];
}

const uint32_t *
ptx_flow_next (const ptx_flow *w, uint32_t block, uint32_t *n)
{
  *n = w->start[block + 1] - w->start[block];
  return w->next + w->start[block];
}

void
ptx_flow_free (ptx_flow *w)
{
  free (w->of_label);
  free (w->start);
  free (w->next);
  free (w->idom);
  free (w->order);
  free (w);
}
