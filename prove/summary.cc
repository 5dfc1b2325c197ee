/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths and loops: the registers at the start of each block, and under which conditions it is
   executed.

   Needs the graph.  Blocks are evaluated in reverse postorder.  Where paths join a register gets
   a choice by the condition of the path, or a new symbol.  A loop is evaluated more than once:
   first with symbols for the registers that it writes, until it is known for whom they are the
   same; then with counters for those that grow by a number that does not change in it.  After a
   loop what it has written is a new symbol.  */

#include "prove/prove-int.h"

enum
{
  /* Paths of one condition: a block after 64 joined paths is executed under a condition that
     decides nothing.  */
  MOST_PATHS = 64,
  MOST_ROUNDS = 6 /* evaluations of a loop until all its registers count as a thread's own */
};

/* ---- conditions ---- */

/* Returns the outermost loop that has block b, but not block t; 0: there is none.  */
static int
left_loop (const struct pv_graph *g, int b, int t)
{
  int found = 0;
  for (int l = g->block[b].loop; l > 0; l = g->loop[l].parent)
    if (!g->loop[l].has[t])
      found = l;
  return found;
}

static unsigned
exits (const struct pv_graph *g, int loop)
{
  unsigned n = 0;
  for (int b : g->rpo)
    if (g->loop[loop].has[b])
      for (const pv_edge &e : g->block[b].succ)
	n += !g->loop[loop].has[e.to];
  return n;
}

/* The condition of an edge, where its block is executed; 0: none.  */
static px_dj_ref
edge_condition (struct pv_kernel *k, const pv_edge *e)
{
  px_dj_ref c = e->when < 0 ? 0 : k->cond[e->from];
  return c && !e->when ? pv_not (k, c) : c;
}

static px_dj_ref
way (struct pv_kernel *k, int d, int b, bool *exact, int *paths)
{
  const struct pv_graph *g = &k->g;
  px_dj_ref any = 0;
  bool first = true;
  if (b == d)
    return 0;
  for (const pv_edge &e : g->block[b].pred)
    {
      if (g->block[e.from].order >= g->block[b].order)
	continue;
      if (--*paths < 0)
	{
	  *exact = false;
	  return 0;
	}
      px_dj_ref c;
      int l = left_loop (g, e.from, b);
      if (!l)
	c = pv_and (k, way (k, d, e.from, exact, paths), edge_condition (k, &e));
      else if (g->loop[l].has[d])
	{
	  *exact = false;
	  c = 0;
	}
      else
	{
	  if (exits (g, l) != 1)
	    *exact = false;
	  c = way (k, d, g->loop[l].header, exact, paths);
	}
      any = first ? c : !any || !c ? 0 : any == c ? c : px_dj_bin (k->A, DJ_LOR, any, c);
      first = false;
      if (!any && !*exact)
	return 0;
    }
  return any;
}

/* Returns the condition under which dominator d of b leads to b; 0 if it always does, or is not
   known.  *exact: it is known.  */
static px_dj_ref
way_to (struct pv_kernel *k, int d, int b, bool *exact)
{
  int paths = MOST_PATHS;
  *exact = true;
  return way (k, d, b, exact, &paths);
}

std::vector<px_dj_ref>
pv_guards (struct pv_kernel *k, int b, bool *all_known)
{
  std::vector<px_dj_ref> all;
  const struct pv_graph *g = &k->g;
  bool known = true;
  for (int t = b, d; (d = g->block[t].dominator) >= 0; t = d)
    {
      bool exact;
      /* Where d is in a loop that was left, its condition is one of that loop's last iteration:
	 continue at the loop's header.  */
      int l = left_loop (g, d, b);
      if (l)
	{
	  known &= exits (g, l) == 1;
	  d = g->loop[l].header;
	  continue;
	}
      px_dj_ref c = way_to (k, d, t, &exact);
      known &= exact;
      if (c)
	all.insert (all.begin (), c);
    }
  if (all_known)
    *all_known = known;
  return all;
}

/* ---- joins ---- */

static void eval_blocks (struct pv_kernel *k, int loop, const pv_state *header);

/* The registers on an edge.  */
static const pv_state *
on_edge (const struct pv_kernel *k, const pv_edge *e)
{
  return left_loop (&k->g, e->from, e->to) ? &k->exit[e->from] : &k->out[e->from];
}

/* The registers at the start of block b, from edges that are not back edges.  */
static pv_state
join (struct pv_kernel *k, int b)
{
  const struct pv_graph *g = &k->g;
  pv_value nothing = { 0, 0 };
  std::vector<const pv_state *> in;
  std::vector<pv_edge> edges;
  for (const pv_edge &e : g->block[b].pred)
    if (g->block[e.from].order < g->block[b].order)
      {
	edges.push_back (e);
	in.push_back (on_edge (k, &e));
      }
  if (in.empty ())
    return pv_state (k->f->nregs, nothing);
  pv_state s = *in[0];
  if (in.size () == 1)
    return s;
  std::vector<px_dj_ref> when; /* by edge: its condition; all but the last are needed */
  bool asked = false, known = true;
  for (uint32_t r = 0; r < k->f->nregs; r++)
    {
      bool same = true, all = s[r].ref, based = true;
      enum pv_level level = PV_GRID;
      for (const pv_state *p : in)
	{
	  same &= (*p)[r].ref == s[r].ref && (*p)[r].base == s[r].base;
	  all &= (*p)[r].ref != 0;
	  based &= (*p)[r].base == s[r].base;
	}
      if (same)
	continue;
      if (!all || !based)
	{
	  s[r] = nothing;
	  continue;
	}
      if (!asked)
	{
	  asked = true;
	  int d = g->block[b].dominator;
	  for (unsigned i = 0; known && i + 1 < edges.size (); i++)
	    {
	      int paths = MOST_PATHS, from = edges[i].from, l = left_loop (g, from, b);
	      bool exact = true;
	      px_dj_ref c = 0;
	      if (l && (g->loop[l].has[d] || exits (g, l) != 1))
		known = false;
	      else if (l)
		c = way (k, d, g->loop[l].header, &exact, &paths);
	      else
		c = pv_and (k, way (k, d, from, &exact, &paths), edge_condition (k, &edges[i]));
	      known &= exact && c;
	      when.push_back (c);
	    }
	}
      if (known)
	{
	  px_dj_ref v = (*in.back ())[r].ref;
	  for (int i = (int) in.size () - 2; i >= 0; i--)
	    v = px_dj_sel (k->A, when[i], (*in[i])[r].ref, v);
	  s[r].ref = v;
	}
      else
	{
	  level = PV_THREAD;
	  k->loop = g->block[b].loop;
	  s[r].ref = pv_fresh (k, level, px_dj_type_of (k->A, s[r].ref).bits);
	}
    }
  return s;
}

/* ---- loops ---- */

/* For whom it is the same how often the loop runs: each exit is a condition that every iteration
   asks.  */
static enum pv_level
exit_level (struct pv_kernel *k, int loop)
{
  enum pv_level level = PV_GRID;
  const struct pv_graph *g = &k->g;
  for (int b : g->rpo)
    if (g->loop[loop].has[b])
      for (const pv_edge &e : g->block[b].succ)
	if (!g->loop[loop].has[e.to])
	  {
	    for (int latch : g->loop[loop].latches)
	      if (!pv_dominates (g, b, latch) || g->block[b].loop != loop)
		return PV_THREAD;
	    if (e.when >= 0 && pv_level_of (k, k->cond[b]) > level)
	      level = pv_level_of (k, k->cond[b]);
	  }
  return level;
}

/* The registers as they are seen from outside a loop that has been evaluated.  */
static void
leave_loop (struct pv_kernel *k, int loop)
{
  const struct pv_graph *g = &k->g;
  const pv_loop *l = &g->loop[loop];
  enum pv_level level = exit_level (k, loop);
  for (int b : g->rpo)
    {
      bool leaves = false;
      if (!l->has[b])
	continue;
      for (const pv_edge &e : g->block[b].succ)
	leaves |= !l->has[e.to];
      if (!leaves)
	continue;
      if (g->block[b].loop == loop)
	k->exit[b] = k->out[b];
      k->loop = l->parent;
      for (uint32_t r : l->set)
	{
	  pv_value *v = &k->exit[b][r];
	  if (!v->ref || px_dj_fixed_in (k->A, v->ref, k->dj_loop[loop]))
	    continue;
	  enum pv_level own = pv_level_of (k, v->ref);
	  v->ref = pv_fresh (k, own > level ? own : level, px_dj_type_of (k->A, v->ref).bits);
	}
    }
}

/* The registers at the end of an iteration: where latches differ, symbols.  */
static pv_state
latched (struct pv_kernel *k, int loop)
{
  const pv_loop *l = &k->g.loop[loop];
  pv_value nothing = { 0, 0 };
  pv_state s = k->out[l->latches[0]];
  for (unsigned i = 0; i < l->latches.size (); i++)
    {
      /* A latch in an inner loop leaves it by this edge.  */
      const pv_state *p
	= k->g.block[l->latches[i]].loop == loop ? &k->out[l->latches[i]] : &k->exit[l->latches[i]];
      if (!i)
	s = *p;
      for (uint32_t r : l->set)
	if ((*p)[r].ref != s[r].ref || (*p)[r].base != s[r].base)
	  s[r] = nothing;
    }
  return s;
}

static void
eval_loop (struct pv_kernel *k, int loop)
{
  const pv_loop *l = &k->g.loop[loop];
  pv_value nothing = { 0, 0 };
  pv_state init = join (k, l->header), header;
  k->entered[loop] = init;
  std::vector<char> level (k->f->nregs, PV_GRID), lost (k->f->nregs, 0);
  std::vector<pv_carried> carried;
  for (uint32_t r : l->set)
    {
      lost[r] = !init[r].ref;
      if (init[r].ref)
	level[r] = pv_level_of (k, init[r].ref);
    }
  for (int round = 0;; round++)
    {
      header = init;
      for (uint32_t r : l->set)
	{
	  if (round == MOST_ROUNDS)
	    level[r] = PV_THREAD;
	  k->loop = loop;
	  if (lost[r])
	    header[r] = nothing;
	  else
	    header[r].ref
	      = pv_fresh (k, (enum pv_level) level[r], px_dj_type_of (k->A, init[r].ref).bits);
	}
      eval_blocks (k, loop, &header);
      pv_state next = latched (k, loop);
      bool again = false;
      carried.clear ();
      for (uint32_t r : l->set)
	if (!lost[r])
	  {
	    pv_carried c = { r, init[r], header[r].ref, next[r].ref, 0 };
	    if (!next[r].ref || next[r].base != init[r].base)
	      {
		lost[r] = 1;
		again = true;
		continue;
	      }
	    enum pv_level need = pv_level_of (k, init[r].ref), by = PV_GRID;
	    if (next[r].ref != header[r].ref)
	      {
		c.step = pv_added (k, next[r].ref, header[r].ref);
		if (c.step && !px_dj_fixed_in (k->A, c.step, k->dj_loop[loop]))
		  c.step = 0;
		by = pv_level_of (k, c.step ? c.step : next[r].ref);
	      }
	    if (by > need)
	      need = by;
	    if (need > level[r])
	      level[r] = need, again = true;
	    carried.push_back (c);
	  }
      if (!again || round > MOST_ROUNDS + (int) l->set.size ())
	break;
    }
  /* Now with what is known.  */
  k->loop = loop;
  k->counters[loop].clear ();
  pv_count (k, loop, carried, &header);
  eval_blocks (k, loop, &header);
  leave_loop (k, loop);
}

/* Evaluates the blocks of a loop, and the loops in it; header: the registers at its start.  */
static void
eval_blocks (struct pv_kernel *k, int loop, const pv_state *header)
{
  const struct pv_graph *g = &k->g;
  for (int b : g->rpo)
    {
      if (!g->loop[loop].has[b])
	continue;
      int in = g->block[b].loop;
      if (in != loop)
	{
	  if (g->loop[in].parent == loop && g->loop[in].header == b)
	    eval_loop (k, in);
	  continue;
	}
      pv_state s = b == g->loop[loop].header ? *header : join (k, b);
      pv_execute (k, b, &s);
      k->out[b].swap (s);
    }
}

void
pv_summarise (struct pv_kernel *k)
{
  unsigned n = (unsigned) k->g.block.size ();
  pv_value nothing = { 0, 0 };
  k->out.assign (n, pv_state ());
  k->exit.assign (n, pv_state ());
  k->cond.assign (n, 0);
  k->accesses.assign (n, std::vector<pv_access> ());
  k->collectives.assign (n, std::vector<pv_collective> ());
  k->phase_ops.assign (n, std::vector<pv_phase_op> ());
  k->counters.assign (k->g.loop.size (), std::vector<px_dj_ref> ());
  k->tested.assign (k->g.loop.size (), 0);
  k->entered.assign (k->g.loop.size (), pv_state ());
  k->turns.assign (k->g.loop.size (), pv_turns ());
  k->dj_loop.clear ();
  k->level.clear ();
  k->parameter.clear ();
  k->parameter_sym.clear ();
  k->parameter_offset.clear ();
  k->parameter_bits.clear ();
  k->facts.clear ();
  k->extents.clear ();
  k->cycles.clear ();
  k->high.clear ();
  k->loaded.clear ();
  k->believed.clear ();
  for (unsigned l = 0; l < k->g.loop.size (); l++)
    k->dj_loop.push_back (l ? px_dj_loop (k->A, k->dj_loop[k->g.loop[l].parent]) : 0);
  pv_read_facts (k);
  pv_state s (k->f->nregs, nothing);
  eval_blocks (k, 0, &s);
  /* The paths' conditions are complete now.  */
  for (int b : k->g.rpo)
    for (pv_access &a : k->accesses[b])
      {
	a.guards = pv_guards (k, b);
	if (a.guard)
	  a.guards.push_back (a.guard);
	for (int l = k->g.block[b].loop; l > 0; l = k->g.loop[l].parent)
	  for (px_dj_ref c : k->counters[l])
	    a.counters.push_back (c);
      }
}
