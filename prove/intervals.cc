/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Convergence, and the intervals between barriers.

   Needs the summary.  A collective is convergent if each branch that decides whether it is
   executed has one value for its threads, in one iteration of the loops around.  Then these
   threads execute the same sequence of barriers, each in the same iterations.  Two accesses may
   meet if both can be reached from the start, or from the same barrier, without another one; on
   the way each loop's back edge was taken by both equally often, by one once more, or any number
   of times.  */

#include "prove/prove-int.h"

enum
{
  MOST_THREADS = 1024, /* of a block */
  LANES = 32,
  MOST_NUMBERS = 16,  /* named barriers */
  MOST_DEPTH = 12,    /* nested loops whose iterations are distinguished */
  MOST_STATES = 20000 /* blocks, with their iterations, from one barrier on */
};

/* ---- which threads ---- */

/* Returns true if one of the conditions is false for thread T.  */
static bool
never (struct pv_kernel *k, const std::vector<px_dj_ref> &conditions, int t)
{
  for (px_dj_ref c : conditions)
    {
      int64_t v;
      if (pv_value_of_thread (k, c, t, &v) && !v)
	return true;
    }
  return false;
}

/* The lanes that a mask names, if it names aligned groups of equal size: that size; else -1.  */
static int
group_of_mask (struct pv_kernel *k, px_dj_ref mask, int block)
{
  int group = 0, T = k->sig->threads ? (int) k->sig->threads : MOST_THREADS;
  std::vector<px_dj_ref> guards;
  for (int t = 0; t < T && group >= 0; t++)
    {
      int lane = t % LANES;
      int64_t wide = 0;
      bool known = pv_value_of_thread (k, mask, t, &wide);
      if (known && wide && !(wide >> lane & 1))
	{
	  /* Not the mask of this one, which may never come there.  */
	  if (guards.empty ())
	    guards = pv_guards (k, block);
	  if (never (k, guards, t))
	    continue;
	}
      uint32_t m = (uint32_t) wide;
      int n = __builtin_popcount (m);
      if (!known || !n || (n & (n - 1)) || (group && n != group))
	return -1;
      group = n;
      uint32_t all = n == LANES ? ~(uint32_t) 0 : ((uint32_t) 1 << n) - 1;
      if (m != all << (lane & ~(n - 1)))
	return -1;
      int64_t v;
      if (px_dj_const_p (k->A, mask, &v) && n == LANES)
	break;
    }
  return group ? group : -1;
}

/* Who uses a named barrier: groups of a size, and which of them.  */
struct owner
{
  int group, index;
  bool used;
};

/* The threads of a block's barrier.  Returns false if its numbers are those of another one's
   threads.  */
static bool
group_of_barrier (struct pv_kernel *k, pv_collective *c, struct owner *owner)
{
  int64_t n = 0, id;
  bool known = px_dj_const_p (k->A, c->which, &id);
  int T = (int) k->sig->threads;
  c->group = -1;
  if (c->count && !px_dj_const_p (k->A, c->count, &n))
    return true;
  if (!c->count || (T && n == T))
    {
      if (!known || id < 0 || id >= MOST_NUMBERS)
	return true;
      struct owner me = { 0, 0, true };
      if (owner[id].used && owner[id].group)
	return false;
      owner[id] = me;
      c->group = 0;
      return true;
    }
  if (!T || n < LANES || n % LANES || T % n)
    return true;
  int first = -1;
  for (int t = 0; t < T; t++)
    {
      if (!pv_value_of_thread (k, c->which, t, &id) || id < 0 || id >= MOST_NUMBERS
	  || (t % n && id != first))
	return true;
      first = (int) id;
      struct owner me = { (int) n, (int) (t / n), true };
      if (owner[id].used && (owner[id].group != me.group || owner[id].index != me.index))
	return false;
      owner[id] = me;
    }
  c->group = (int) n;
  return true;
}

/* ---- convergence ---- */

/* Returns the blocks that may be executed after the branch of block x and before its paths meet
   again.  */
static std::vector<char>
region (const struct pv_graph *g, int x)
{
  std::vector<char> in (g->block.size (), 0);
  std::vector<int> work;
  int stop = g->block[x].postdominator;
  for (const pv_edge &e : g->block[x].succ)
    work.push_back (e.to);
  while (!work.empty ())
    {
      int b = work.back ();
      work.pop_back ();
      if (b == stop || in[b])
	continue;
      in[b] = 1;
      for (const pv_edge &e : g->block[b].succ)
	work.push_back (e.to);
    }
  return in;
}

static std::vector<px_dj_ref>
counters_around (const struct pv_kernel *k, int loop)
{
  std::vector<px_dj_ref> all;
  for (int l = loop; l > 0; l = k->g.loop[l].parent)
    all.insert (all.end (), k->counters[l].begin (), k->counters[l].end ());
  return all;
}

/* Proves that all threads of a group (0: the block) take the same way at block x's branch: no two
   of them reach it, one with its condition and one without.  */
static bool
uniform (struct pv_kernel *k, int x, int group)
{
  px_dj_ref cond = k->cond[x];
  int loop = k->g.block[x].loop;
  if (!cond)
    return false;
  if (pv_level_of (k, cond) < PV_THREAD)
    return true;
  /* Where a counter's test decides, it need not hold: value/ must not assume it.  */
  for (int l = loop; l > 0; l = k->g.loop[l].parent)
    if (k->tested[l] && !pv_dominates (&k->g, k->tested[l], x))
      return false;
  std::vector<px_dj_ref> yes = pv_guards (k, x), no = yes, ctr = counters_around (k, loop);
  yes.push_back (cond);
  no.push_back (pv_not (k, cond));
  struct px_dj_type t = { 64, true, false };
  struct px_dj_access a = px_dj_access (), c;
  a.offset = px_dj_const (k->A, t, 0);
  a.width = 1;
  a.ctr = ctr.data ();
  a.n_ctrs = (int) ctr.size ();
  a.fact = k->facts.data ();
  a.n_facts = (int) k->facts.size ();
  c = a;
  a.guard = yes.data ();
  a.n_guards = (int) yes.size ();
  c.guard = no.data ();
  c.n_guards = (int) no.size ();
  struct px_dj_relation r = px_dj_relation ();
  r.unit.level = DJ_LEVEL_THREAD;
  r.unit.n = 1;
  r.parent.level = group ? DJ_LEVEL_THREAD : DJ_LEVEL_BLOCK;
  r.parent.n = group ? group : 1;
  r.shared = true;
  r.loop = k->dj_loop[loop];
  struct px_dj_result result;
  k->result[PX_PROOF_CONVERGENCE].questions++;
  px_dj_r1 (k->A, &r, &a, &c, &result);
  return result.verdict == DJ_PROVED;
}

/* Returns the branch that decides on block b and is not shown to be the same for the group; -1:
   there is none.  decided: by block, what is known of its branch: 1 the same, 2 not.  */
static int
divergent (struct pv_kernel *k, int b, int group, const std::vector<std::vector<char>> &regions,
	   std::vector<char> *decided)
{
  for (int x : k->g.rpo)
    {
      if (!k->g.block[x].branch || regions[x].empty () || !regions[x][b])
	continue;
      if (k->g.block[x].branch->insn.op == PTX_OP_TRAP)
	continue;
      if (!(*decided)[x])
	(*decided)[x] = uniform (k, x, group) ? 1 : 2;
      if ((*decided)[x] == 2)
	return x;
    }
  return -1;
}

/* A thread that waits at a barrier on its own way may be met there by those that wait at another one: so
   if one barrier of the block is not convergent, none of the block orders anything, and the same of warps'
   barriers.  */
static void
distrust (struct pv_kernel *k, bool warp)
{
  bool all = true;
  for (int b : k->g.rpo)
    for (const pv_collective &c : k->collectives[b])
      all &= c.warp != warp || !c.barrier || c.convergent;
  for (int b : k->g.rpo)
    for (pv_collective &c : k->collectives[b])
      if (!all && c.warp == warp && c.barrier)
	c.convergent = false;
}

bool
pv_convergent_at (struct pv_kernel *k, int b)
{
  std::vector<std::vector<char>> regions (k->g.block.size ());
  std::vector<char> decided (k->g.block.size (), 0);
  for (int x : k->g.rpo)
    if (k->g.block[x].branch)
      regions[x] = region (&k->g, x);
  return divergent (k, b, 0, regions, &decided) < 0;
}

void
pv_converge (struct pv_kernel *k)
{
  struct owner owner[MOST_NUMBERS] = {};
  std::vector<std::vector<char>> regions (k->g.block.size ());
  std::vector<std::vector<char>> decided (MOST_THREADS + 1);
  bool clash = false;
  for (int x : k->g.rpo)
    if (k->g.block[x].branch)
      regions[x] = region (&k->g, x);
  for (int b : k->g.rpo)
    for (pv_collective &c : k->collectives[b])
      {
	unsigned many = k->sig->threads ? k->sig->threads : k->sig->thread ? k->sig->thread : 1;
	if (c.fixed)
	  c.group = c.fixed;
	else if (c.warp)
	  c.group = group_of_mask (k, c.which, b);
	else if (!group_of_barrier (k, &c, owner))
	  clash = true;
	if (c.guarded || c.group < 0)
	  {
	    c.group = -1;
	    pv_incomplete (k, PX_PROOF_CONVERGENCE, PX_PROOF_WHY_THREADS, c.stmt,
			   "not known which threads take part");
	  }
	else if (c.group && many % c.group)
	  {
	    pv_incomplete (k, PX_PROOF_CONVERGENCE, PX_PROOF_WHY_THREADS, c.stmt,
			   "the number of threads is not known to be a multiple of %d", c.group);
	    c.group = -1;
	  }
      }
  if (clash)
    pv_incomplete (k, PX_PROOF_CONVERGENCE, PX_PROOF_WHY_THREADS, NULL,
		   "a named barrier has different threads at "
		   "different places");
  for (int b : k->g.rpo)
    for (pv_collective &c : k->collectives[b])
      {
	if (clash && c.barrier && !c.warp)
	  c.group = -1;
	if (c.group < 0)
	  continue;
	std::vector<char> *d = &decided[c.group];
	if (d->empty ())
	  d->assign (k->g.block.size (), 0);
	int x = divergent (k, b, c.group, regions, d);
	c.convergent = x < 0;
	if (x >= 0)
	  {
	    const char *file;
	    uint32_t line = pv_line (k, k->g.block[x].branch, &file);
	    pv_incomplete (k, PX_PROOF_CONVERGENCE, PX_PROOF_WHY_CONDITION, c.stmt,
			   "the condition in line %u, which decides whether it is executed, is not "
			   "shown to be the same for its threads",
			   line);
	  }
      }
  distrust (k, false);
  distrust (k, true);
}

/* ---- intervals ---- */

namespace
{
/* A block, and for each loop around it how many of its back edges were taken: two bits by depth,
   0, 1 or 2 for more.  */
struct reached
{
  int block;
  uint32_t turns;
};

/* An access that a block executes, or a copy that may be under way there, as pv_live says.  */
struct present
{
  int access;
  unsigned depth;
};

/* How two blocks may be executed in one interval.  */
struct way_of_two
{
  int loop, carrier;
};
}

/* The loops around a block, from the outermost on.  */
static std::vector<int>
nest_of (const struct pv_graph *g, int b)
{
  std::vector<int> n;
  for (int l = g->block[b].loop; l > 0; l = g->loop[l].parent)
    n.insert (n.begin (), l);
  return n;
}

static unsigned
turns_at (uint32_t turns, unsigned depth)
{
  return depth < MOST_DEPTH ? turns >> 2 * depth & 3 : 2;
}

/* The state after an edge.  */
static struct reached
follow (const struct pv_kernel *k, const std::vector<std::vector<int>> &nests, struct reached r,
	const pv_edge *e)
{
  const std::vector<int> &from = nests[e->from], &to = nests[e->to];
  struct reached n = { e->to, 0 };
  for (unsigned d = 0; d < to.size () && d < MOST_DEPTH; d++)
    {
      unsigned c = d < from.size () && from[d] == to[d] ? turns_at (r.turns, d) : 0;
      if (d < from.size () && from[d] == to[d] && k->g.loop[to[d]].header == e->to && c < 2)
	c++;
      n.turns |= (uint32_t) c << 2 * d;
    }
  return n;
}

static bool
seen_before (const std::vector<struct reached> &all, struct reached r)
{
  for (const struct reached &x : all)
    if (x.block == r.block && x.turns == r.turns)
      return true;
  return false;
}

/* Adds a way to those of a pair, unless one of them includes it, and drops those that it
   includes.  */
static void
add_way (const struct pv_graph *g, std::vector<pv_meeting> *all, pv_meeting w)
{
  for (unsigned i = 0; i < all->size ();)
    {
      pv_meeting *o = &(*all)[i];
      bool same = o->a == w.a && o->c == w.c && o->loop == w.loop && o->carrier == w.carrier;
      if (same
	  || (!o->carrier && pv_around (g, o->loop, w.loop) && (o->loop != w.loop || w.carrier)))
	return;
      if (!w.carrier && pv_around (g, w.loop, o->loop) && (w.loop != o->loop || o->carrier))
	all->erase (all->begin () + i);
      else
	i++;
    }
  all->push_back (w);
}

/* How states x and y may be executed by two threads; *swap: y is the earlier one.  depth: of so many
   loops, from the outermost on, the states say the iteration.  */
static struct way_of_two
compare_states (const std::vector<std::vector<int>> &nests, struct reached x, struct reached y,
		unsigned depth, bool *swap)
{
  const std::vector<int> &p = nests[x.block], &q = nests[y.block];
  struct way_of_two w = { 0, 0 };
  *swap = false;
  for (unsigned d = 0; d < p.size () && d < q.size () && p[d] == q[d] && d < depth; d++)
    {
      unsigned i = turns_at (x.turns, d), j = turns_at (y.turns, d);
      if (i >= 2 || j >= 2)
	break;
      if (i != j)
	{
	  w.carrier = p[d];
	  *swap = i > j;
	  break;
	}
      w.loop = p[d];
    }
  return w;
}

std::vector<pv_meeting>
pv_meetings (struct pv_kernel *k, const std::vector<pv_access *> &all, int group)
{
  const struct pv_graph *g = &k->g;
  unsigned n = (unsigned) g->block.size ();
  std::vector<std::vector<int>> nests (n);
  std::vector<std::vector<struct present>> of (n);
  std::vector<char> cuts (n, 0);
  std::vector<pv_meeting> found;
  std::vector<std::vector<pv_meeting>> ways ((size_t) all.size () * all.size ());
  for (unsigned b = 0; b < n; b++)
    nests[b] = nest_of (g, (int) b);
  for (unsigned i = 0; i < all.size (); i++)
    {
      of[all[i]->block].push_back ({ (int) i, PV_ALL_LOOPS });
      for (const pv_live &l : all[i]->live)
	of[l.block].push_back ({ (int) i, l.depth });
    }
  for (int b : g->rpo)
    for (const pv_collective &c : k->collectives[b])
      if (group >= 0 && c.barrier && c.convergent && (!c.group || (group && c.group % group == 0)))
	cuts[b] = 1;
  std::vector<int> starts (1, -1);
  for (int b : g->rpo)
    if (cuts[b])
      starts.push_back (b);
  for (int start : starts)
    {
      std::vector<struct reached> seen;
      bool many = group < 0;
      if (start < 0)
	{
	  struct reached r = { 0, 0 };
	  seen.push_back (r);
	}
      else
	for (const pv_edge &e : g->block[start].succ)
	  {
	    struct reached r = { start, 0 };
	    r = follow (k, nests, r, &e);
	    if (!seen_before (seen, r))
	      seen.push_back (r);
	  }
      for (unsigned i = 0; i < seen.size () && !many; i++)
	if (!cuts[seen[i].block])
	  for (const pv_edge &e : g->block[seen[i].block].succ)
	    {
	      struct reached r = follow (k, nests, seen[i], &e);
	      if (!seen_before (seen, r))
		seen.push_back (r);
	      many |= seen.size () > MOST_STATES;
	    }
      if (many)
	{
	  /* All accesses may meet, in any iteration.  */
	  seen.clear ();
	  for (int b : g->rpo)
	    {
	      struct reached r = { b, ~(uint32_t) 0 };
	      seen.push_back (r);
	    }
	}
      for (const struct reached &x : seen)
	if (!of[x.block].empty ())
	  for (const struct reached &y : seen)
	    {
	      bool swap;
	      if (of[y.block].empty ())
		continue;
	      for (const struct present &u : of[x.block])
		for (const struct present &v : of[y.block])
		  {
		    int i = u.access, j = v.access;
		    struct way_of_two w
		      = compare_states (nests, x, y, u.depth < v.depth ? u.depth : v.depth, &swap);
		    pv_meeting m = { swap ? j : i, swap ? i : j, w.loop, w.carrier };
		    if (!w.carrier && m.a > m.c)
		      continue;
		    int lo = i < j ? i : j, hi = i < j ? j : i;
		    add_way (g, &ways[(size_t) lo * all.size () + hi], m);
		  }
	    }
      if (many)
	break;
    }
  for (const std::vector<pv_meeting> &w : ways)
    found.insert (found.end (), w.begin (), w.end ());
  return found;
}
