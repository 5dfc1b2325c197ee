/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decides with value/ which units meet: the questions of px_infer.

   Needs: the tree and the function's px_race.
   Leaves: nothing.  */

#include "plugin/sync/sync-int.h"

/* Converts access A for value/.  Returns false if it is not understood.  */
bool
px_disjoint_access (const px_acc *a, px_dj_access *d)
{
  const px_source *s = (const px_source *) a->user;
  return s && s->reach.known () && px_race_access (s->stmt, s->reach, d);
}

/* Returns true if A copies a fragment from or to a view.  Kernels for a single warp or
   warpgroup use the whole matrix: it is not reported that units of larger launches would meet
   there.  */
bool
px_of_fragment (const px_acc *a)
{
  const px_source *s = (const px_source *) a->user;
  if (s && s->reach.called)
    return s->reach.called->fragment;
  const px_fragment_op *o
    = s && is_gimple_call (s->stmt) ? px_fragment_op_of (gimple_call_fndecl (s->stmt)) : NULL;
  return o && strpbrk (o->roles, "pq");
}

loop_p
px_loop_around (const px_seq *q)
{
  for (const px_stmt *s = q->up; s; s = s->seq->up)
    if (s->kind == PX_LOOP)
      return (loop_p) s->user;
  return get_loop (px_now->fun, 0);
}

const px_stmt *
px_common_loop (const px_acc *a, const px_acc *b, const px_stmt *loop)
{
  const px_stmt *s = px_around (a, loop);
  while (s && !(s->kind == PX_LOOP && px_inside (s, b->op)))
    s = s->seq->up;
  return s;
}

px_persp
px_whole_of (const px_acc *a, const px_acc *b, const px_stmt *loop)
{
  const px_stmt *view = px_view_of_path (a, b, loop);
  return view ? view->persp : a->obj->persp;
}

/* What A accesses at P and B at Q: the scope of the units, within one of WHOLE, that meet there, as px_need
   has it.  SHARED: only units of one block meet.  IN_ORDER: no difference is made between pairs of one thread
   that meet, and none that do.  */
int
px_judge_scope (const px_fn *f, const px_acc *a, const px_reach &p, const px_acc *b,
		const px_reach &q, px_persp whole, bool shared, bool in_order, const px_stmt *loop,
		int d)
{
  px_dj_access x, y;
  px_dj_edge e = {};
  px_dj_scope chain[DJ_MAX_CHAIN];
  px_dj_result r;
  const px_source *s = (const px_source *) a->user, *t = (const px_source *) b->user;
  const px_stmt *behind = loop && !px_inside (loop, a->op) ? loop : NULL;
  if (behind)
    loop = NULL;
  if (!p.known () || !q.known () || !px_race_access (s->stmt, p, &x)
      || !(behind && d < PX_FAR ? px_race_access_at (t->stmt, q, (loop_p) behind->user, d - 1, &y)
				: px_race_access (t->stmt, q, &y)))
    return PX_UNKNOWN;
  e.whole = px_race_persp (whole);
  e.shared = shared;
  const px_stmt *common = px_common_loop (a, b, loop);
  e.loop = common ? px_race_loop ((loop_p) common->user) : 0;
  if (loop)
    {
      e.carrier = px_race_loop ((loop_p) loop->user);
      e.distance = d;
      e.distance_max = d == PX_FAR ? 0 : d;
    }
  int n = px_dj_chain (px_race_arena (), e.whole, f->cluster, chain);
  if (!n)
    return PX_UNKNOWN;
  int first = in_order && chain[0].kind == DJ_SCOPE_NOTHING;
  int i = first + px_dj_narrow (px_race_arena (), &e, &x, &y, chain + first, n - first, &r);
  for (; i >= 0 && i < n; i++)
    {
      if (chain[i].kind == DJ_SCOPE_NOTHING)
	return PX_APART;
      int scope = chain[i].kind == DJ_SCOPE_UNITS
		    ? px_scope_of (f, px_persp{ (int) chain[i].persp.level, chain[i].persp.n })
		    : -1;
      if (scope >= 0)
	{
	  /* Across blocks only a proved meeting is reported.  */
	  if (f->scope[scope].level == PX_GRID
	      && (r.verdict != DJ_SHOWN || px_of_fragment (a) || px_of_fragment (b)))
	    return PX_UNKNOWN;
	  return scope;
	}
    }
  return PX_UNKNOWN;
}

/* The bytes of the shared array that is OBJ; -1: it is not an array, or the launch decides its size.  */
int64_t
px_array_bytes (const px_obj *obj)
{
  for (auto &o : px_now->objects)
    if (o.second == obj && TREE_CODE (o.first) == SSA_NAME)
      if (tree d = px_shared_array (SSA_NAME_DEF_STMT (o.first)))
	if (tree_fits_uhwi_p (DECL_SIZE_UNIT (d))
	    && !lookup_attribute ("px dynamic", DECL_ATTRIBUTES (d)))
	  return tree_to_uhwi (DECL_SIZE_UNIT (d));
  return -1;
}

/* What S, a load or store that makes access A in another block of the cluster, touches: of that block's array the
   bytes that its own would be.  Not known if it may be one of several objects.  */
px_reach
px_in_other_block (const px_acc *a, gimple *s)
{
  if (!a->remote || !is_gimple_assign (s))
    return px_reach ();
  for (int i = 0; i < a->op->nacc; i++)
    if (const px_source *k = (const px_source *) a->op->acc[i].user)
      if (k->stmt == s && a->op->acc[i].obj != a->obj)
	return px_reach ();
  return gimple_assign_load_p (s) ? gimple_assign_rhs1 (s) : gimple_assign_lhs (s);
}

/* Accesses A and B, of which one is in another block of the cluster: which block that is, is not compared, as if
   the array were one that the blocks have together.  PX_APART: no two of the cluster's threads meet.  */
static int
judge_mapped (const px_fn *f, const px_acc *a, const px_acc *b, const px_stmt *loop, int d)
{
  const px_source *s = (const px_source *) a->user, *t = (const px_source *) b->user;
  if (a->obj->ring || f->cluster <= 1)
    return PX_UNKNOWN;
  px_reach p = a->remote ? px_in_other_block (a, s->stmt) : s->reach,
	   q = b->remote ? px_in_other_block (b, t->stmt) : t->reach;
  bool apart
    = px_judge_scope (f, a, p, b, q, { PX_BLOCK, f->cluster }, false, false, loop, d) == PX_APART;
  return apart ? PX_APART : PX_UNKNOWN;
}

/* px_need, by rule R1 and narrowing.  */
int
px_judge_need (void *, const px_fn *f, const px_acc *a, const px_acc *b, const px_stmt *loop, int d)
{
  const px_source *s = (const px_source *) a->user, *t = (const px_source *) b->user;
  if (a->obj->boxes || b->obj->boxes)
    return px_boxes_need (f, a, b, loop, d);
  if (a->obj->anywhere || b->obj->anywhere) /* two addresses from memory may lead to one object */
    return PX_UNKNOWN;
  if (a->obj != b->obj)
    return px_may_overlap_p (a->obj, b->obj) ? PX_UNKNOWN : PX_APART;
  if (!s || !t)
    return PX_UNKNOWN;
  if (a != b && !loop && a->ringop && a->ringop == b->ringop && (a->remote || b->remote)
      && a->op->timeline == PX_BULK_LOAD && b->op->timeline == PX_BULK_LOAD
      && px_copies_meet (a, b))
    return 0;
  /* Within a fill or drain only the units that do it meet.  */
  px_persp whole = a->ringop && a->ringop == b->ringop ? f->scope[a->ringop->seq->scope]
						       : px_whole_of (a, b, loop);
  /* Units that run two atomics concurrently have no order of them.  */
  int turn = px_in_turn (a, b, loop);
  if (px_atomics_differ (a, b) && px_holds (f, px_scope_of (f, whole), turn))
    whole = f->scope[turn];
  /* A multicast that a fill repeats writes, in each block that it reaches, where it would write in its own.  */
  if (a == b && loop && a->ringop && a->remote && a->op->timeline == PX_BULK_LOAD && s->pointer)
    {
      px_reach reach = px_multicast_reach (s);
      return px_judge_scope (f, a, reach, a, reach, whole, true, false, loop, d);
    }
  if (a->remote || b->remote)
    return judge_mapped (f, a, b, loop, d);
  return px_judge_scope (f, a, s->reach, b, t->reach, whole, a->obj->space == PX_SHARED,
			 px_in_order (a, b) && !px_atomics_differ (a, b), loop, d);
}

/* px_sure, by the counter that LOOP's header tests.  */
int
px_judge_sure (void *, const px_fn *, const px_acc *a, const px_stmt *loop)
{
  const px_source *s = (const px_source *) a->user;
  return s ? px_race_sure (s->stmt, (loop_p) loop->user, PX_FAR) : 0;
}

bool
px_judge_back (void *, const px_fn *, const px_stmt *loop)
{
  return px_back_edge ((loop_p) loop->user);
}
