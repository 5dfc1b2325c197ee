/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Branches that depend on memory, in a launch that is executed: each block on their ways is evaluated once, with registers
   that are what they may be in any turn of the loops there.  */

#include "prove/exact.h"

enum
{
  MOST_TRIES = 4
};

/* Returns true if N does nothing with other threads.  */
bool
ex_alone (const struct ex_insn *n)
{
  return n->kind == EX_COMPUTES || n->kind == EX_ACCESSES;
}

/* The blocks that thread may execute from block B on until its ways meet; returns false if they do more than compute and
   access memory.  */
static bool
sides (const struct ex_run *x, int b, std::vector<char> *in)
{
  const struct pv_graph *g = &x->k->g;
  std::vector<int> work;
  int stop = g->block[b].postdominator;
  if (stop < 0)
    return false;
  in->assign (g->block.size (), 0);
  for (const pv_edge &e : g->block[b].succ)
    work.push_back (e.to);
  while (!work.empty ())
    {
      int c = work.back ();
      work.pop_back ();
      if (c == stop || (*in)[c] || x->doomed[c])
	continue;
      (*in)[c] = 1;
      for (const ex_insn &n : x->code[c])
	if (!ex_alone (&n))
	  return false;
      for (const pv_edge &e : g->block[c].succ)
	work.push_back (e.to);
    }
  return true;
}

static void
join_registers (std::vector<ex_value> *to, const std::vector<ex_value> &from)
{
  if (to->empty ())
    *to = from;
  else
    for (unsigned r = 0; r < to->size (); r++)
      (*to)[r] = ex_either ((*to)[r], from[r]);
}

/* What the registers that loop L writes hold in any iteration: anything; but (objects) what held an address still
   does, of the same object.  */
static void
any_turn (std::vector<ex_value> *reg, const pv_loop *l, bool objects)
{
  for (uint32_t r : l->set)
    {
      ex_value v = ex_anything ();
      if (objects && (*reg)[r].base > 0)
	v.base = (*reg)[r].base, v.rank = (*reg)[r].rank;
      (*reg)[r] = v;
    }
}

/* Returns true if each register that holds an address of an object in A holds one of the same in B.  */
static bool
same_objects (const std::vector<ex_value> &a, const std::vector<ex_value> &b)
{
  for (unsigned r = 0; r < a.size (); r++)
    if (a[r].base > 0 && (a[r].base != b[r].base || a[r].rank != b[r].rank))
      return false;
  return true;
}

/* Executes the blocks of `in', after block B, in all ways that the thread may take.  note: their accesses count.
   Sets RESULT to what holds after them.  Returns false if an object that was taken for a register's is not.  */
static bool
all_ways (struct ex_run *x, unsigned t, int b, const std::vector<char> &in, bool objects, bool note,
	  std::vector<ex_value> *result)
{
  const struct pv_graph *g = &x->k->g;
  int stop = g->block[b].postdominator;
  std::vector<std::vector<ex_value>> before (g->block.size ());
  std::vector<ex_value> start = x->thread[t].reg;
  bool right = true;
  result->clear ();
  /* Loops of which block B is a part: this is any of their iterations.  */
  for (int l = g->block[b].loop; l > 0; l = g->loop[l].parent)
    if (in[g->loop[l].header])
      any_turn (&start, &g->loop[l], objects);
  auto lead = [&] (int from, const std::vector<ex_value> &reg) {
    int when = -1;
    struct ex_place p = ex_place_of (x, t);
    p.reg = const_cast<std::vector<ex_value> *> (&reg);
    if (g->block[from].branch)
      {
	const ptx_insn *i = &g->block[from].branch->insn;
	when = ex_guard (&p, i->guard, i->guard_not);
      }
    for (const pv_edge &e : g->block[from].succ)
      {
	if (e.when >= 0 && when >= 0 && e.when != when)
	  continue;
	if (e.to == stop)
	  join_registers (result, reg);
	else if (in[e.to])
	  {
	    bool header = g->loop[g->block[e.to].loop].header == e.to && g->block[e.to].loop;
	    if (header && !before[e.to].empty () && g->block[from].order >= g->block[e.to].order)
	      right &= same_objects (before[e.to], reg);
	    else if (header && g->block[from].order >= g->block[e.to].order)
	      /* Of a loop around B.  */
	      right &= same_objects (start, reg);
	    else
	      join_registers (&before[e.to], reg);
	  }
      }
  };
  lead (b, start);
  for (int c : g->rpo)
    {
      if (!in[c])
	continue;
      int l = g->block[c].loop;
      bool header = l && g->loop[l].header == c;
      if (header && g->loop[l].has[b])
	before[c] = start;
      if (before[c].empty ())
	continue;
      if (header)
	any_turn (&before[c], &g->loop[l], objects);
      std::vector<ex_value> reg = before[c];
      struct ex_place p = ex_place_of (x, t);
      p.reg = &reg;
      /* It holds more than one way's stores.  */
      p.memory = NULL;
      for (const ex_insn &n : x->code[c])
	{
	  if (n.idle)
	    continue;
	  int guard = ex_guard (&p, n.guard, n.guard_not);
	  x->steps--;
	  if (!guard)
	    continue;
	  if (n.kind == EX_ACCESSES && note)
	    ex_plain_access (x, &p, &n);
	  /* On other ways it is not stored.  */
	  ex_compute (&p, &n, n.i->op == PTX_OP_ST ? -1 : guard);
	}
      lead (c, reg);
    }
  return right;
}

static bool
same_cells (const std::vector<ex_cell> &a, const std::vector<ex_cell> &b)
{
  if (a.size () != b.size ())
    return false;
  for (unsigned i = 0; i < a.size (); i++)
    if (a[i].object != b[i].object || a[i].offset != b[i].offset || a[i].bytes != b[i].bytes
	|| a[i].v.base != b[i].v.base || a[i].v.rank != b[i].v.rank || a[i].v.known != b[i].v.known
	|| a[i].v.v != b[i].v.v)
      return false;
  return true;
}

/* Thread T is at the end of block B, whose branch depends on memory.  Goes to where its ways meet.  */
bool
ex_either_way (struct ex_run *x, unsigned t, int b)
{
  std::vector<char> in;
  std::vector<ex_value> after;
  if (!sides (x, b, &in))
    return false;
  bool objects = all_ways (x, t, b, in, true, false, &after);
  /* What loops store is loaded in their next turns: until it is what it was.  */
  std::vector<ex_cell> *own = &x->thread[t].own;
  for (int tries = 0;; tries++)
    {
      std::vector<ex_cell> was = *own;
      objects = all_ways (x, t, b, in, objects, false, &after) && objects;
      if (same_cells (was, *own))
	break;
      if (tries == MOST_TRIES)
	own->clear ();
    }
  all_ways (x, t, b, in, objects, true, &after);
  if (after.empty ())
    return false;
  x->thread[t].reg = after;
  x->thread[t].block = x->k->g.block[b].postdominator;
  x->thread[t].at = 0;
  return true;
}
