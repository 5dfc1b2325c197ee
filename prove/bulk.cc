/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bulk copies (cp.async.bulk) that bring bytes to the mbarriers of rings.

   Needs the roles of rings.cc.  A phase of an mbarrier ends when no arrival is pending and as many bytes have come as
   were expected.  pv_bytes_come believes that a phase ends with the copies of its use if each use expects what its
   copies bring, before its arrivals.  Then a copy is under way from its instruction on until that phase is over
   (doc/internals/25-prove has the proof).  It is made in the async proxy: what the generic one has written is known
   there after a fence (pv_fenced).  */

#include "prove/rings.h"

enum
{
  MOST_BYTES = (1 << 20) - 1 /* that an mbarrier counts (9.7.13.15.4) */
};

bool
pv_ring_bytes (struct ring_op *o)
{
  bool copy = o->op->stmt->insn.op == PTX_OP_CP_ASYNC_BULK;
  o->expects = o->copied = 0;
  if (o->op->bytes < 0 || o->op->bytes > MOST_BYTES)
    return false;
  *(copy ? &o->copied : &o->expects) = o->op->bytes;
  return true;
}

/* ---- fences ---- */

/* Returns true if others may learn from I of the effects of what is before it.  What a warp executes together orders none; from what a
   thread does with its own copies nobody learns.  */
static bool
tells (const ptx_insn *i)
{
  if ((pv_warp_collective (i) && i->op != PTX_OP_BAR_WARP_SYNC) || i->op == PTX_OP_SETMAXNREG
      || i->op == PTX_OP_CP_ASYNC_BULK_COMMIT_GROUP || i->op == PTX_OP_CP_ASYNC_BULK_WAIT_GROUP)
    return false;
  uint32_t flags = ptx_opinfos ()[i->op].flags;
  return flags & (PTX_ORDERS | PTX_CONVERGENT | PTX_BARRIER | PTX_ASYNC | PTX_MBARRIER)
	 || i->op == PTX_OP_ATOM || i->op == PTX_OP_RED || i->op == PTX_OP_CALL
	 || ptx_get (i, PTX_C_SEM);
}

/* Returns true if I is a fence between the generic and the async proxy for memory in SPACE.  init: for mbarriers.  */
static bool
fence_p (const ptx_insn *i, ptx_mod space, bool init)
{
  if (init && i->op == PTX_OP_FENCE_MBARRIER_INIT)
    return true;
  if (i->op != PTX_OP_FENCE_PROXY || !ptx_has (i, PTX_M_P_ASYNC))
    return false;
  bool global = ptx_has (i, PTX_M_GLOBAL),
       shared = ptx_has (i, PTX_M_SHARED_CTA) || ptx_has (i, PTX_M_SHARED_CLUSTER);
  return (!global && !shared) || (space == PTX_M_GLOBAL ? global : space == PTX_M_SHARED && shared);
}

bool
pv_fences_shared (const ptx_insn *i)
{
  return fence_p (i, PTX_M_SHARED, false);
}

/* Follows a path from statement S on to the end of block B.  guard: the guard of the instruction that it begins with,
   while its register is not written; -1: none.  Returns 1 if there is a fence first, -1 if others may learn of
   it first, 0 if neither.  */
static int
to_fence (const pv_block *b, ptx_stmt *s, const ptx_insn *from, ptx_mod space, bool init)
{
  for (; s != b->end; s = s->next)
    if (s->kind == PTX_ST_INSN)
      {
	const ptx_insn *i = &s->insn;
	bool same = from && i->guard == from->guard && i->guard_not == from->guard_not;
	if ((i->guard < 0 || same) && fence_p (i, space, init))
	  return 1;
	/* From further initialisations nobody learns.  */
	if (tells (i) && !(init && i->op == PTX_OP_MBARRIER_INIT) && !fence_p (i, space, init))
	  return -1;
	if (from && from->guard >= 0 && pv_writes_of (s, s->next, (uint32_t) from->guard))
	  from = NULL;
      }
  return 0;
}

/* Returns true if on each path from statement S of block HOME, in SPACE, a fence between the proxies comes before others may
   learn that it was executed.  init: it initialises an mbarrier.  */
static bool
fenced (const struct pv_kernel *k, const ptx_stmt *s, int home, ptx_mod space, bool init)
{
  std::vector<char> seen (k->g.block.size (), 0);
  std::vector<int> work;
  int found = to_fence (&k->g.block[home], s->next, &s->insn, space, init);
  if (found)
    return found > 0;
  work.push_back (home);
  while (!work.empty ())
    {
      int b = work.back ();
      work.pop_back ();
      for (const pv_edge &e : k->g.block[b].succ)
	if (!seen[e.to])
	  {
	    seen[e.to] = 1;
	    found = to_fence (&k->g.block[e.to], k->g.block[e.to].first, NULL, space, init);
	    if (found < 0)
	      return false;
	    if (!found)
	      work.push_back (e.to);
	  }
    }
  return true;
}

bool
pv_fenced_from (const struct pv_kernel *k, const ptx_stmt *s, int b, ptx_mod space, bool init)
{
  return fenced (k, s, b, space, init);
}

bool
pv_fenced (const struct pv_kernel *k, const pv_access *a)
{
  return !a->copy && fenced (k, a->stmt, a->block, a->space, false);
}

/* ---- bytes ---- */

/* Returns true if all threads that execute O arrive by the instruction ARRIVE.  */
static bool
arrive_too (const ring_op *o, const ring_op *arrive)
{
  for (unsigned t = 0; t < o->who.size (); t++)
    if (o->who[t] && !arrive->who[t])
      return false;
  return true;
}

/* How many bytes role X expects at mbarrier B in turn I: -1: not what its copies bring, or not so that each thread that
   expects arrives, once.  */
static int64_t
expected (const struct ring_role *x, unsigned i, int b)
{
  int64_t bytes = 0, copied = 0;
  const ring_op *arrive = NULL;
  unsigned arrivals = 0;
  for (const ring_op &o : x->ops)
    if (o.bar[i] == b)
      {
	bytes += o.expects * o.n;
	copied += o.copied * o.n;
	arrivals += o.arrives;
	arrive = o.arrives ? &o : arrive;
      }
  if (!bytes && !copied)
    return 0;
  if (bytes != copied || arrivals != 1)
    return -1;
  for (const ring_op &o : x->ops)
    if (o.bar[i] == b && o.expects && !arrive_too (&o, arrive))
      return -1;
  return bytes;
}

const char *
pv_bytes_come (struct rings *r)
{
  for (unsigned b = 0; b < r->bar.size (); b++)
    {
      int64_t all = 0;
      for (const ring_role &x : r->role)
	{
	  int64_t most = 0;
	  for (unsigned i = 0; i < r->turns + r->period; i++)
	    {
	      int64_t n = expected (&x, i, (int) b);
	      if (n < 0)
		{
		  for (const ring_op &o : x.ops)
		    if (o.bar[i] == (int) b && !o.waits)
		      r->where = o.op->stmt;
		  return "not shown that its copies bring the bytes that are expected before the "
			 "arrival";
		}
	      most = n > most ? n : most;
	    }
	  all += most;
	}
      r->where = r->bar[b].init->stmt;
      if (all > MOST_BYTES)
	return "more bytes may be expected than it counts";
      if (all && !fenced (r->k, r->bar[b].init->stmt, r->bar[b].init->block, PTX_M_SHARED, true))
	return "no fence makes it known to the copies' proxy before others may use it";
    }
  return NULL;
}

/* ---- windows ---- */

const char *
pv_copy_windows (struct rings *r, const std::vector<int> &pair)
{
  struct pv_kernel *k = r->k;
  int many = (int) r->bar.size ();
  for (unsigned n = 0; n < r->role.size (); n++)
    for (unsigned j = 0; j < r->role[n].ops.size (); j++)
      {
	const ring_role *x = &r->role[n];
	const ring_op *o = &x->ops[j];
	bool found = false;
	if (!o->copied)
	  continue;
	r->where = o->op->stmt;
	for (unsigned i = 0; i < j; i++)
	  {
	    const ring_op *wait = &x->ops[i];
	    pv_window w = pv_window ();
	    w.side = -1;
	    for (unsigned t = 0; t < r->turns && wait->waits; t++)
	      {
		int a = wait->bar[t], b = o->bar[t];
		int drain = pair[a * many + b], fill = pair[b * many + a], s = drain >= 0 ? 0 : 1;
		if ((drain < 0 && fill < 0) || (w.side >= 0 && s != w.side))
		  {
		    w.side = -1;
		    break;
		  }
		w.side = s;
		w.slot.push_back (s ? fill : drain);
	      }
	    if (w.side < 0)
	      continue;
	    found = true;
	    w.role = (int) n;
	    w.wait = (int) i;
	    w.loop = x->loop;
	    w.next = wait->next;
	    w.release = -1;
	    w.copy = o->op->stmt;
	    k->window.push_back (w);
	  }
	if (!found)
	  return "not known which wait is before it in each turn";
      }
  return NULL;
}

/* ---- where they are under way ---- */

void
pv_follow_bulk (struct pv_kernel *k)
{
  for (int b : k->g.rpo)
    for (pv_access &a : k->accesses[b])
      if (a.bulk)
	{
	  /* As long as its thread runs, as far as no ring says more.  */
	  std::vector<char> after = pv_reached (&k->g, b, NULL);
	  for (int c : k->g.rpo)
	    if (after[c])
	      a.live.push_back ({ c, 0 });
	}
}

bool
pv_may_follow (const struct pv_kernel *k, const pv_access *a, const pv_access *c)
{
  if (pv_reached (&k->g, a->block, NULL)[c->block])
    return true;
  if (a->block == c->block)
    for (const ptx_stmt *s = a->stmt; s != k->g.block[a->block].end; s = s->next)
      if (s == c->stmt)
	return true;
  return false;
}
