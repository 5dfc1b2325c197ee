/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The control-flow graph of a function: blocks, dominators, postdominators, natural loops.

   Needs a function that was read.  Leaves a graph in which each block can be reached, or the
   reason why it is not understood: indirect branches, loops with two entries, parts that never
   end.  A thread that traps ends the launch with an error, so such a path has no edge.  */

#include "prove/prove-int.h"

static bool
ends_block (const ptx_insn *i)
{
  switch (i->op)
    {
    case PTX_OP_BRA:
    case PTX_OP_BRX_IDX:
    case PTX_OP_RET:
    case PTX_OP_EXIT:
    case PTX_OP_TRAP:
    case PTX_OP_BAR_WARP_SYNC: return true;
    default: return ptx_opinfos ()[i->op].flags & PTX_BARRIER;
    }
}

static void
connect (struct pv_graph *g, int from, int to, int when)
{
  pv_edge e = { from, to, when };
  g->block[from].succ.push_back (e);
}

/* Cuts the body into blocks.  at: the block that starts at each label.  */
static void
cut (struct pv_graph *g, std::vector<int> *at)
{
  pv_block fresh = pv_block ();
  fresh.order = fresh.dominator = fresh.postdominator = -1;
  g->block.push_back (fresh);
  g->block[0].first = g->f->first;
  bool open = true;
  for (ptx_stmt *s = g->f->first; s; s = s->next)
    {
      bool label = s->kind == PTX_ST_LABEL;
      if (!open || (label && s != g->block.back ().first))
	{
	  g->block.back ().end = s;
	  g->block.push_back (fresh);
	  g->block.back ().first = s;
	  open = true;
	}
      if (label)
	(*at)[s->label] = (int) g->block.size () - 1;
      if (s->kind == PTX_ST_INSN && ends_block (&s->insn))
	open = false;
    }
  g->block.push_back (fresh);
}

/* Adds the edges of block b, which ends with statement s.  */
static bool
leave (struct pv_graph *g, int b, ptx_stmt *s, const std::vector<int> &at)
{
  int next = b + 1, end = (int) g->block.size () - 1;
  const ptx_insn *i = s && s->kind == PTX_ST_INSN ? &s->insn : NULL;
  bool guarded = i && i->guard >= 0;
  int taken = next;
  switch (i && ends_block (i) ? (ptx_op) i->op : PTX_OP_UNKNOWN)
    {
    case PTX_OP_BRA:
      if (i->nopnds != 1 || i->opnds[0].kind != PTX_O_LABEL || at[i->opnds[0].reg] < 0)
	{
	  g->why = "a branch whose target is not known";
	  g->where = s;
	  return false;
	}
      taken = at[i->opnds[0].reg];
      break;
    case PTX_OP_BRX_IDX:
      g->why = "an indirect branch";
      g->where = s;
      return false;
    case PTX_OP_RET:
    case PTX_OP_EXIT: taken = end; break;
    case PTX_OP_TRAP:
      if (guarded)
	{
	  g->block[b].branch = s;
	  connect (g, b, next, 0);
	}
      return true;
    case PTX_OP_UNKNOWN: guarded = false; break;
    default: g->block[b].barrier = s; guarded = false;
    }
  if (guarded && taken != next)
    {
      g->block[b].branch = s;
      connect (g, b, taken, 1);
      connect (g, b, next, 0);
    }
  else
    connect (g, b, taken, -1);
  return true;
}

/* The ends of B's edges: of those that leave it, or (back) of those that lead to it.  */
static std::vector<int>
neighbours (const struct pv_graph *g, int b, bool back)
{
  std::vector<int> all;
  for (const pv_edge &e : back ? g->block[b].pred : g->block[b].succ)
    all.push_back (back ? e.from : e.to);
  return all;
}

/* The blocks that can be reached from ROOT, in reverse postorder: of the graph, or (back) of the
   reversed one.  */
static std::vector<int>
reached_from (const struct pv_graph *g, int root, bool back)
{
  std::vector<std::vector<int>> next (g->block.size ());
  std::vector<int> stack, place (g->block.size (), -1), post; /* place < 0: not seen */
  auto visit = [&] (int b) {
    place[b] = 0;
    next[b] = neighbours (g, b, back);
    stack.push_back (b);
  };
  visit (root);
  while (!stack.empty ())
    {
      int b = stack.back ();
      if (place[b] < (int) next[b].size ())
	{
	  int to = next[b][place[b]++];
	  if (place[to] < 0)
	    visit (to);
	}
      else
	{
	  post.push_back (b);
	  stack.pop_back ();
	}
    }
  return std::vector<int> (post.rbegin (), post.rend ());
}

/* Numbers the blocks that can be reached, in reverse postorder, and drops the edges of others.  */
static void
number (struct pv_graph *g)
{
  g->rpo = reached_from (g, 0, false);
  for (unsigned i = 0; i < g->rpo.size (); i++)
    g->block[g->rpo[i]].order = i;
  for (pv_block &b : g->block)
    if (b.order < 0)
      b.succ.clear ();
  for (const pv_block &b : g->block)
    for (const pv_edge &e : b.succ)
      g->block[e.to].pred.push_back (e);
}

/* Immediate dominators by Cooper, Harvey and Kennedy: of the graph, or (back) of the reversed one
   from the last block on.  */
static void
dominators (struct pv_graph *g, bool back)
{
  int n = (int) g->block.size (), root = back ? n - 1 : 0;
  std::vector<int> list = back ? reached_from (g, root, true) : g->rpo, order (n, -1), idom (n, -1);
  for (unsigned i = 0; i < list.size (); i++)
    order[list[i]] = i;
  idom[root] = root;
  for (bool changed = true; changed;)
    {
      changed = false;
      for (int b : list)
	{
	  int d = -1;
	  if (b == root)
	    continue;
	  for (int p : neighbours (g, b, !back))
	    {
	      if (idom[p] < 0)
		continue;
	      if (d < 0)
		d = p;
	      while (d != p)
		if (order[d] > order[p])
		  d = idom[d];
		else
		  p = idom[p];
	    }
	  if (d != idom[b])
	    idom[b] = d, changed = true;
	}
    }
  idom[root] = -1;
  for (int b = 0; b < n; b++)
    *(back ? &g->block[b].postdominator : &g->block[b].dominator) = idom[b];
}

int
pv_outermost (const struct pv_graph *g, int loop)
{
  while (g->loop[loop].parent > 0)
    loop = g->loop[loop].parent;
  return loop;
}

std::vector<char>
pv_reached (const struct pv_graph *g, int b, const pv_loop *l)
{
  std::vector<char> in (g->block.size (), 0);
  std::vector<int> work (1, b);
  while (!work.empty ())
    {
      int x = work.back ();
      work.pop_back ();
      for (const pv_edge &e : g->block[x].succ)
	if (!in[e.to] && (!l || (e.to != l->header && l->has[e.to])))
	  {
	    in[e.to] = 1;
	    work.push_back (e.to);
	  }
    }
  return in;
}

bool
pv_dominates (const struct pv_graph *g, int a, int b)
{
  for (; b >= 0; b = g->block[b].dominator)
    if (a == b)
      return true;
  return false;
}

bool
pv_around (const struct pv_graph *g, int outer, int inner)
{
  for (; inner > 0; inner = g->loop[inner].parent)
    if (inner == outer)
      return true;
  return outer == 0;
}

namespace
{
/* What is looked for: writes of a register.  */
struct writes
{
  uint32_t reg;
  unsigned n;
};
}

static void
count_write (void *closure, ptx_opnd *o, bool written)
{
  struct writes *w = (struct writes *) closure;
  w->n += written && o->reg == w->reg;
}

unsigned
pv_writes_of (ptx_stmt *s, const ptx_stmt *end, uint32_t reg)
{
  struct writes w = { reg, 0 };
  for (; s != end; s = s->next)
    if (s->kind == PTX_ST_INSN)
      ptx_visit_regs (&s->insn, count_write, &w);
  return w.n;
}

static void
note_written (void *closure, ptx_opnd *o, bool written)
{
  std::vector<char> *set = (std::vector<char> *) closure;
  if (written && o->reg < set->size ())
    (*set)[o->reg] = 1;
}

/* Finds the loops, outer ones first.  */
static bool
loops (struct pv_graph *g)
{
  int n = (int) g->block.size ();
  pv_loop whole = pv_loop ();
  whole.header = 0;
  whole.parent = -1;
  whole.has.assign (n, 1);
  g->loop.push_back (whole);
  for (int h : g->rpo)
    {
      pv_loop l = pv_loop ();
      std::vector<int> work;
      l.header = h;
      l.has.assign (n, 0);
      l.has[h] = 1;
      for (const pv_edge &e : g->block[h].pred)
	if (g->block[e.from].order >= g->block[h].order)
	  {
	    if (!pv_dominates (g, h, e.from))
	      {
		g->why = "a loop that is entered at two places";
		g->where = g->block[h].first;
		return false;
	      }
	    l.latches.push_back (e.from);
	    work.push_back (e.from);
	  }
      if (l.latches.empty ())
	continue;
      while (!work.empty ())
	{
	  int b = work.back ();
	  work.pop_back ();
	  if (l.has[b])
	    continue;
	  l.has[b] = 1;
	  for (const pv_edge &e : g->block[b].pred)
	    work.push_back (e.from);
	}
      /* A header precedes the headers of inner loops, so the loop found last that has h is the
	 innermost one around it.  */
      for (int p = (int) g->loop.size () - 1; p >= 0; p--)
	if (g->loop[p].has[h])
	  {
	    l.parent = p;
	    break;
	  }
      g->loop.push_back (l);
    }
  for (int b = 0; b < n; b++)
    for (int p = (int) g->loop.size () - 1; p >= 0; p--)
      if (g->loop[p].has[b])
	{
	  g->block[b].loop = p;
	  break;
	}
  for (pv_loop &l : g->loop)
    {
      std::vector<char> set (g->f->nregs, 0);
      for (int b = 0; b < n; b++)
	if (l.has[b])
	  for (ptx_stmt *s = g->block[b].first; s != g->block[b].end; s = s->next)
	    if (s->kind == PTX_ST_INSN)
	      ptx_visit_regs (&s->insn, note_written, &set);
      for (uint32_t r = 0; r < g->f->nregs; r++)
	if (set[r])
	  l.set.push_back (r);
    }
  return true;
}

bool
pv_graph_build (struct pv_graph *g, ptx_func *f)
{
  std::vector<int> at (f->nlabels, -1);
  g->f = f;
  cut (g, &at);
  for (int b = 0; b + 1 < (int) g->block.size (); b++)
    {
      ptx_stmt *last = NULL;
      for (ptx_stmt *s = g->block[b].first; s != g->block[b].end; s = s->next)
	if (s->kind == PTX_ST_INSN)
	  {
	    ptx_match (&s->insn);
	    last = s;
	  }
      if (!leave (g, b, last, at))
	return false;
    }
  number (g);
  dominators (g, false);
  dominators (g, true);
  for (int b : g->rpo)
    if (b != (int) g->block.size () - 1 && g->block[b].postdominator < 0)
      {
	/* A block that ends in a trap leads nowhere, which is no loop.  */
	bool forever = !g->block[b].succ.empty ();
	if (forever)
	  {
	    bool traps = true;
	    std::vector<int> work (1, b);
	    std::vector<char> seen (g->block.size (), 0);
	    while (!work.empty () && traps)
	      {
		int x = work.back ();
		work.pop_back ();
		for (const pv_edge &e : g->block[x].succ)
		  if (g->block[e.to].order <= g->block[x].order)
		    traps = false;
		  else if (!seen[e.to])
		    seen[e.to] = 1, work.push_back (e.to);
	      }
	    forever = !traps;
	  }
	if (forever)
	  {
	    g->why = "a part of the kernel that never ends";
	    g->where = g->block[b].first;
	    return false;
	  }
      }
  return loops (g);
}
