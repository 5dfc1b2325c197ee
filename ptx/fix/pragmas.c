/* SPDX-License-Identifier: MIT */
/* A pragma is about a loop if it is the first statement at the loop's head (PTX ISA 12, "nounroll").  GCC writes what
   "partial" (plugin/opt/partial.cc) has put into a loop somewhere in it:

     L:                                        L:
       …                                         .pragma "nounroll";
       @p bra M;                                 …
       .pragma "nounroll";                       @p bra M;
       …                                         …
       bra L;                                    bra L;
     M:                                        M:

   It moves to the head of the innermost loop that it is in.  One that is in no loop goes: GCC has found that the
   loop turns once.

   "nounroll if long" is px's own: of four turns in one, which ptxas would unroll by four again.  That pays for
   short loops, whose counters and branches are much of them.  In long ones it only takes registers, for
   sixteen turns at a time.  */
#include "ptx/ptx-int.h"
#include <stdlib.h>

enum
{
  LONG = 40 /* instructions: of them a counter and a branch are less than a tenth */
};

typedef struct search
{
  const ptx_flow *flow;
  uint32_t n; /* blocks */
  bool *seen;
  uint32_t *todo;
} search;

/* True if some way leads from block FROM to HEAD that goes through blocks which HEAD dominates: both are in
   one loop then.  */
static bool
leads_back (search *w, uint32_t from, uint32_t head)
{
  uint32_t ntodo = 0;
  memset (w->seen, 0, w->n * sizeof *w->seen);
  w->todo[ntodo++] = from;
  while (ntodo)
    {
      uint32_t b = w->todo[--ntodo], nnext;
      const uint32_t *next = ptx_flow_next (w->flow, b, &nnext);
      for (uint32_t k = 0; k < nnext; k++)
	{
	  if (next[k] == head)
	    return true;
	  if (!w->seen[next[k]] && ptx_dominates (w->flow, head, next[k]))
	    {
	      w->seen[next[k]] = true;
	      w->todo[ntodo++] = next[k];
	    }
	}
    }
  return false;
}

/* The label of the innermost loop that block B is in; 0: there is none.  */
static ptx_stmt *
head_of (search *w, const ptx_func *f, uint32_t b)
{
  ptx_stmt *found = 0;
  uint32_t inner = 0;
  for (uint32_t l = 0; l < f->nlabels; l++)
    {
      ptx_stmt *s = f->labels[l].stmt;
      uint32_t h = s ? ptx_block_of_label (w->flow, l) : 0;
      if (s && ptx_dominates (w->flow, h, b) && (!found || ptx_dominates (w->flow, inner, h))
	  && leads_back (w, b, h))
	{
	  found = s;
	  inner = h;
	}
    }
  return found;
}

/* The instructions of the loop at HEAD.  */
static uint32_t
length_of (search *w, const ptx_func *f, const ptx_stmt *head)
{
  uint32_t n = 0, block = UINT32_MAX, h = ptx_block_of_label (w->flow, head->label);
  bool inside = false;
  for (const ptx_stmt *s = f->first; s; s = s->next)
    {
      if (ptx_begins_block (s))
	{
	  block++;
	  inside = ptx_dominates (w->flow, h, block) && leads_back (w, block, h);
	}
      n += inside && s->kind == PTX_ST_INSN;
    }
  return n;
}

/* True if S is of use at the head of a loop, HEAD.  */
static bool
applies (search *w, const ptx_func *f, ptx_stmt *s, const ptx_stmt *head)
{
  if (!head)
    return false;
  if (strcmp (s->text, "\"nounroll if long\""))
    return true;
  s->text = "\"nounroll\"";
  return length_of (w, f, head) > LONG;
}

bool
ptx_place_pragmas (ptx_func *f)
{
  uint32_t pragmas = 0, n = 0;
  for (const ptx_stmt *s = f->first; s; s = s->next)
    {
      pragmas += s->kind == PTX_ST_PRAGMA;
      n += ptx_begins_block (s);
    }
  if (!pragmas)
    return true;
  ptx_flow *flow = ptx_flow_of (f);
  search w = { flow, n, calloc (n, sizeof *w.seen), calloc (n, sizeof *w.todo) };
  struct place
  {
    ptx_stmt *s, *head;
  } *all = calloc (pragmas, sizeof *all);
  if (!w.seen || !w.todo || !all)
    ptx_oom ();
  uint32_t block = UINT32_MAX, k = 0;
  for (ptx_stmt *s = f->first; s; s = s->next)
    {
      block += ptx_begins_block (s);
      if (s->kind == PTX_ST_PRAGMA)
	{
	  ptx_stmt *head = head_of (&w, f, block);
	  all[k++] = (struct place){ s, applies (&w, f, s, head) ? head : 0 };
	}
    }
  for (k = 0; k < pragmas; k++)
    {
      ptx_remove (f, all[k].s);
      if (all[k].head)
	ptx_insert_after (f, all[k].head, all[k].s);
    }
  free (all);
  free (w.seen);
  free (w.todo);
  ptx_flow_free (flow);
  return true;
}
