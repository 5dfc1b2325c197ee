/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rule R1 of asynchronous copies: no two units copy to one place, and no two blocks of a cluster to one place in
   a block.

   Needs: the tree and the function's px_race.
   Leaves: errors, and with -fplugin-arg-px-explain what was proved.  */

#include "plugin/sync/sync-int.h"

px_reach
px_multicast_reach (const px_source *s)
{
  return px_copy_reach (s->stmt, px_intrinsic_of (gimple_call_fndecl (s->stmt)), s->pointer);
}

/* What multicast A writes; of a ring, in its slot, as the blocks fill one slot together.  */
static bool
multicast_access (const px_acc *a, px_dj_access *x)
{
  const px_source *s = (const px_source *) a->user;
  int64_t bytes = px_array_bytes (a->obj);
  px_dj *arena = px_race_arena ();
  if (!s || !s->pointer || !px_race_access (s->stmt, px_multicast_reach (s), x))
    return false;
  if (a->obj->ring && bytes > 0)
    x->offset = px_dj_bin (arena, DJ_MOD, x->offset,
			   px_dj_const (arena, px_dj_type_of (arena, x->offset),
					bytes / a->obj->ring->slots));
  return true;
}

/* Returns true if what block P of the cluster writes by A and block Q by B is in one block: always, or (PERHAPS) it may be.  */
static bool
one_destination (const px_acc *a, int64_t p, const px_acc *b, int64_t q, bool perhaps)
{
  const px_fn *f = px_now->f;
  uint32_t (*reached) (const px_fn *, const px_acc *, int)
    = perhaps ? px_blocks_perhaps : px_blocks_surely;
  int from = p % f->cluster, other = q % f->cluster;
  return (px_ring_ranks_of (f, a->op) >> from & 1) && (px_ring_ranks_of (f, b->op) >> other & 1)
	 && (reached (f, a, from) & reached (f, b, other));
}

/* The relation of units UNIT within WHOLE that run A.  */
static px_dj_relation
relation_of (const px_acc *a, px_persp unit, px_persp whole)
{
  px_dj_relation rel = {};
  rel.unit = px_race_persp (unit);
  rel.parent = px_race_persp (whole);
  rel.loop = px_race_loop (px_loop_around (a->op->seq));
  return rel;
}

/* X as block RANK of the cluster makes it.  GUARDS are what its guards are then.  */
static px_dj_access
of_rank (px_dj_access x, int rank, std::vector<px_dj_ref> *guards)
{
  px_dj *arena = px_race_arena ();
  px_dj_type type = px_dj_type_of (arena, x.offset);
  guards->assign (x.guard, x.guard + x.n_guards);
  guards->push_back (px_dj_bin (arena, DJ_EQ,
				px_dj_bin (arena, DJ_MOD, px_dj_id (arena, DJ_BLOCK, type),
					   px_dj_const (arena, type, px_now->f->cluster)),
				px_dj_const (arena, type, rank)));
  x.guard = guards->data ();
  x.n_guards = guards->size ();
  return x;
}

/* Sets R to whether copies A, at X, and B, at Y, that different blocks of the cluster make, write a byte of one block; R's
   witness is of the blocks that do.  Where the verdict on all pairs of blocks is no proof, pairs that reach a common block are judged one
   by one.  */
static void
judge_in_blocks (const px_acc *a, const px_dj_access &x, const px_acc *b, const px_dj_access &y,
		 px_dj_result *r)
{
  const int blocks = px_now->f->cluster;
  px_dj *arena = px_race_arena ();
  px_dj_relation rel = relation_of (a, { PX_BLOCK, 1 }, { PX_BLOCK, blocks });
  px_dj_r1 (arena, &rel, &x, &y, r);
  if (r->verdict == DJ_PROVED
      || (r->verdict == DJ_SHOWN
	  && one_destination (a, r->witness.block[0], b, r->witness.block[1], false)))
    return;
  px_dj_result one;
  bool undecided = false;
  std::vector<px_dj_ref> g, h;
  for (int p = 0; p < blocks; p++)
    for (int q = a == b ? p + 1 : 0; q < blocks; q++)
      {
	px_dj_model m = {};
	if (p == q || !one_destination (a, p, b, q, true))
	  continue;
	px_dj_access from = of_rank (x, p, &g), other = of_rank (y, q, &h);
	px_dj_r1 (arena, &rel, &from, &other, &one);
	if (one.verdict == DJ_UNDECIDED && px_dj_model_r1 (arena, &rel, &from, &other, &m)
	    && m.wide)
	  {
	    one.verdict = DJ_SHOWN;
	    one.witness = m.witness;
	  }
	if (one.verdict == DJ_SHOWN && !one_destination (a, p, b, q, false))
	  one.verdict = DJ_UNDECIDED;
	if (one.verdict == DJ_SHOWN)
	  {
	    *r = one;
	    return;
	  }
	if (one.verdict == DJ_UNDECIDED)
	  {
	    *r = one;
	    undecided = true;
	  }
      }
  if (!undecided)
    r->verdict = DJ_PROVED;
}

/* Returns true if A and B are in different arms of one condition.  */
static bool
in_other_arm (const px_acc *a, const px_acc *b)
{
  for (const px_seq *q = a->op->seq; q->up; q = q->up->seq)
    if (px_inside (q->up, b->op))
      {
	const px_seq *r = b->op->seq;
	while (r->up != q->up)
	  r = r->up->seq;
	return q->up->kind == PX_IF && r != q;
      }
  return false;
}

/* Returns true if one block that makes both copy A, at X, and copy B, at Y, writes a byte of one block by both: always, or
   (PERHAPS) if conditions let it do so.  */
static bool
one_block_meets (const px_acc *a, const px_dj_access &x, const px_acc *b, const px_dj_access &y,
		 bool perhaps)
{
  px_dj *arena = px_race_arena ();
  px_dj_result r;
  bool together = false;
  for (int k = 0; k < px_now->f->cluster; k++)
    together |= one_destination (a, k, b, k, perhaps);
  if (!together || (perhaps ? in_other_arm (a, b) : a->op->seq != b->op->seq))
    return false;
  /* The last byte of B is at least 0 and less than both widths beyond the first of A.  */
  px_dj_access z = x;
  z.width = 1;
  z.offset = px_dj_bin (arena, DJ_SUB, y.offset, x.offset);
  z.offset = px_dj_bin (arena, DJ_ADD, z.offset,
			px_dj_const (arena, px_dj_type_of (arena, z.offset), y.width - 1));
  px_dj_r2 (arena, &z, x.width + y.width - 1, &r);
  return r.verdict == DJ_PROVED;
}

bool
px_copies_meet (const px_acc *a, const px_acc *b)
{
  px_dj_access x, y;
  px_dj_result r;
  if (!multicast_access (a, &x) || !multicast_access (b, &y))
    return false;
  if (one_block_meets (a, x, b, y, false))
    return true;
  judge_in_blocks (a, x, b, y, &r);
  return r.verdict == DJ_SHOWN;
}

/* Checks rule R1 for asynchronous write A, which is unordered with other writes of its own
   units, and, if it reaches other blocks of the cluster, with those of the other blocks.  */
static void
judge_copy (const px_acc *a)
{
  px_dj_access x;
  px_dj_result r;
  px_persp unit = a->op->elect ? a->op->seq->persp : px_persp{ PX_THREAD, 1 },
	   whole = px_whole_of (a, a, NULL);
  const bool spread = px_multicast_p (a);
  if (spread)
    {
      unit = { PX_BLOCK, 1 };
      whole = { PX_BLOCK, px_now->f->cluster };
    }
  px_dj_relation rel = relation_of (a, unit, whole);
  rel.shared = a->obj->space == PX_SHARED && !spread;
  if (!px_asyn (a) || a->kind != PX_WRITE || a->op->timeline == PX_WGMMA || a->op->unsafe
      || a->obj->boxes || (a->remote && !spread) || !px_broader (whole, unit)
      || px_same (whole, unit))
    return;
  bool known = spread ? multicast_access (a, &x) : px_disjoint_access (a, &x);
  if (known && spread)
    judge_in_blocks (a, x, a, x, &r);
  else if (known)
    px_dj_r1 (px_race_arena (), &rel, &x, &x, &r);
  if (known && r.verdict == DJ_SHOWN)
    {
      const px_dj_witness &w = r.witness;
      std::string grid, at = px_witness_byte (w, &grid);
      px_error (px_access_loc (a), PX_D_RACE_COPY, at.c_str (), a->obj->name, px_name (unit),
		w.thread[0], w.block[0], w.thread[1], w.block[1],
		w.more_units ? ", in any launch of more than one" : "", grid.c_str ());
    }
  else if (!known || r.verdict == DJ_UNDECIDED)
    {
      px_doubt doubt = {};
      if (known)
	px_doubt_offsets (&doubt, rel, a, a, x, x, r);
      else
	px_doubt_access (&doubt, a, a);
      px_report_doubt (doubt, px_access_loc (a), PX_D_COPY_UNDECIDED, px_name (unit), a->obj);
    }
  if (!(known && r.verdict == DJ_SHOWN))
    px_note (PX_NOTE_AFTER, px_access_loc (a),
	     known && r.verdict == DJ_PROVED
	       ? G_ ("race-free: no two units of %s copy to one place in %qs")
	       : G_ ("%s: not decided whether two units copy to one place in %qs"),
	     px_name (unit), a->obj->name);
}

/* Warns if it is not decided whether multicasts A and B of one fill write a byte of one block: where they do, no use of
   the ring is left that px could order.  */
static void
judge_copies (const px_acc *a, const px_acc *b)
{
  px_dj_access x, y;
  px_dj_result r;
  if (a->obj != b->obj || !a->ringop || a->ringop != b->ringop || a->obj->boxes || a->op->unsafe
      || b->op->unsafe || a->op->timeline != PX_BULK_LOAD || b->op->timeline != PX_BULK_LOAD
      || a->kind != PX_WRITE || b->kind != PX_WRITE || !(px_multicast_p (a) || px_multicast_p (b)))
    return;
  if (!multicast_access (a, &x) || !multicast_access (b, &y))
    return;
  judge_in_blocks (a, x, b, y, &r);
  if (r.verdict != DJ_UNDECIDED
      && (one_block_meets (a, x, b, y, false) || !one_block_meets (a, x, b, y, true)))
    return;
  px_doubt doubt = {};
  px_doubt_offsets (&doubt, relation_of (a, { PX_BLOCK, 1 }, { PX_BLOCK, px_now->f->cluster }), a,
		    b, x, y, r);
  px_report_doubt (doubt, px_access_loc (a), PX_D_COPY_UNDECIDED, px_name (px_persp{ PX_BLOCK, 1 }),
		   a->obj);
}

void
px_judge_copies ()
{
  for (int i = 0; i < px_now->f->nacc; i++)
    {
      const px_acc *a = px_now->f->acc[i];
      const px_source *k = (const px_source *) a->user;
      if (k && !k->reach.called)
	judge_copy (a);
      for (int j = 0; j < i; j++)
	judge_copies (px_now->f->acc[j], a);
    }
}
