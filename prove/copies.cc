/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asynchronous copies (cp.async), and what wgmma reads: where they may be under way.

   Needs the summary.  A copy reads and writes at any time from the instruction until a wait of its
   thread that is sure to include it (9.7.9.25.3): so it counts as executed in each block where it may be
   under way, pv_access.live.  A wait for all but N groups includes a copy if at least N + 1 groups were
   committed since, on every path.  What is guarded commits nothing and waits for nothing.

   In which iteration a block is executed that a copy has reached: if no back edge of a loop was taken on
   the way, in the copy's own one; else in any.  */

#include "prove/prove-int.h"

enum
{
  MOST_GROUPS = 64 /* committed since a copy: more than a wait counts */
};

namespace
{
/* A copy that is under way where a block begins.  */
struct flight
{
  int groups; /* committed since, at least; -1: it does not get here */
  unsigned depth;
};
}

/* Follows a copy, since which GROUPS were committed, from statement S to the end of block B: returns the
   same there; -1: it is complete.  Adds the statements where it is under way to PASSED.  wgmma: it is one.  */
static int
pass (const pv_block *b, const ptx_stmt *s, int groups, bool wgmma,
      std::vector<const ptx_stmt *> *passed)
{
  int commit = wgmma ? PTX_OP_WGMMA_COMMIT_GROUP : PTX_OP_CP_ASYNC_COMMIT_GROUP,
      wait = wgmma ? PTX_OP_WGMMA_WAIT_GROUP : PTX_OP_CP_ASYNC_WAIT_GROUP;
  for (; s != b->end; s = s->next)
    {
      if (s->kind != PTX_ST_INSN)
	continue;
      const ptx_insn *i = &s->insn;
      if (passed)
	passed->push_back (s);
      if (i->guard >= 0)
	continue;
      if (i->op == commit && groups < MOST_GROUPS)
	groups++;
      else if (i->op == PTX_OP_CP_ASYNC_WAIT_ALL && !wgmma)
	return -1;
      else if (i->op == wait && i->nopnds == 1 && i->opnds[0].kind == PTX_O_IMM
	       && i->opnds[0].i >= 0 && i->opnds[0].i < groups)
	return -1;
    }
  return groups;
}

/* The loops around block B, from the outermost on.  */
static std::vector<int>
loops_around (const struct pv_graph *g, int b)
{
  std::vector<int> n;
  for (int l = g->block[b].loop; l > 0; l = g->loop[l].parent)
    n.insert (n.begin (), l);
  return n;
}

unsigned
pv_common_loops (const struct pv_graph *g, int a, int b)
{
  std::vector<int> x = loops_around (g, a), y = loops_around (g, b);
  unsigned n = 0;
  while (n < x.size () && n < y.size () && x[n] == y[n])
    n++;
  return n;
}

/* How many loops around HOME and the block that edge E leads to are in the same iteration as the copy,
   if so many were before it.  */
static unsigned
depth_after (const struct pv_graph *g, int home, const pv_edge *e, unsigned depth)
{
  std::vector<int> around = loops_around (g, home);
  unsigned n = pv_common_loops (g, home, e->to);
  if (depth < n)
    n = depth;
  for (unsigned d = 0; d < n; d++)
    if (g->loop[around[d]].header == e->to && g->loop[around[d]].has[e->from])
      return d;
  return n;
}

/* A copy leaves block B, as X says, for its successors; those of which less is known now go to WORK.  */
static void
leave (const struct pv_graph *g, const pv_access *a, int b, struct flight x,
       std::vector<flight> *in, std::vector<int> *work)
{
  for (const pv_edge &e : g->block[b].succ)
    {
      struct flight *to = &(*in)[e.to];
      unsigned depth = depth_after (g, a->block, &e, x.depth);
      bool first = to->groups < 0;
      if (!first && to->groups <= x.groups && to->depth <= depth)
	continue;
      if (first || x.groups < to->groups)
	to->groups = x.groups;
      if (first || depth < to->depth)
	to->depth = depth;
      work->push_back (e.to);
    }
}

/* Returns false if the block may end while the copy is under way.  */
static bool
fly (const struct pv_graph *g, pv_access *a)
{
  struct flight nowhere = { -1, 0 }, x = { 0, PV_ALL_LOOPS };
  std::vector<flight> in (g->block.size (), nowhere);
  std::vector<const ptx_stmt *> passed;
  std::vector<int> work;
  x.groups = pass (&g->block[a->block], a->stmt->next, 0, a->wgmma, &passed);
  for (const ptx_stmt *s : passed)
    a->beside.push_back ({ s, PV_ALL_LOOPS });
  if (x.groups >= 0)
    leave (g, a, a->block, x, &in, &work);
  while (!work.empty ())
    {
      int b = work.back ();
      work.pop_back ();
      x = in[b];
      x.groups = pass (&g->block[b], g->block[b].first, x.groups, a->wgmma, NULL);
      if (x.groups >= 0)
	leave (g, a, b, x, &in, &work);
    }
  for (int b : g->rpo)
    if (in[b].groups >= 0)
      {
	passed.clear ();
	pass (&g->block[b], g->block[b].first, in[b].groups, a->wgmma, &passed);
	a->live.push_back ({ b, in[b].depth });
	for (const ptx_stmt *s : passed)
	  a->beside.push_back ({ s, in[b].depth });
      }
  return in[g->block.size () - 1].groups < 0;
}

void
pv_follow_copies (struct pv_kernel *k)
{
  for (int b : k->g.rpo)
    for (pv_access &a : k->accesses[b])
      if (a.copy && !a.bulk && !fly (&k->g, &a) && (a.wgmma || a.kind == PV_WRITE))
	pv_incomplete (k, PX_PROOF_SHARED, PX_PROOF_WHY_OUTLIVES, a.stmt,
		       "the %s may be under way where its block ends", a.wgmma ? "wgmma" : "copy");
}
