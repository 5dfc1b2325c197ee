/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slot rings across the branches of a split (doc/internals/35-rings): that their
   loops run in step, that they are live, and what their full and empty barriers
   are.  Syntactic: no data flow.  Needs px_prepare; leaves f->rsync.

   px_rings is the order of the steps, one_ring that for one ring.  This file says which ends a ring has and joins
   rings that can share their barriers; ring-step.cc says how often ends run, ring-barriers.cc which barriers there are,
   ring-live.cc whether rings wait for each other, ring-unsplit.cc judges rings of one loop.  */
#include "infer/ring.h"

void
px_rings_problem (struct px_fn *f, int kind, struct px_ring *r, struct px_stmt *s,
		  struct px_stmt *s2, const char *t, const char *t2)
{
  struct px_problem p = {};
  p.kind = kind;
  p.ring = r;
  p.stmt = s;
  p.stmt2 = s2;
  p.text = t;
  p.text2 = t2;
  PX_PUSH (&f->pool, f->problem, f->nproblem, f->capproblem, p);
}

int
px_ring_branch (const struct px_stmt *split, const struct px_stmt *s)
{
  while (s->seq->up != split)
    s = s->seq->up;
  for (int i = 0; i < split->nbody; i++)
    if (split->body[i] == s->seq)
      return i;
  return -1;
}

/* The split whose branches hold the ring's ends.  */
static struct px_stmt *
ring_split (const struct px_stmt *fill, const struct px_stmt *drain)
{
  struct px_stmt *s = fill->seq->up;
  while (s && !(s->kind == PX_SPLIT && px_inside (s, drain)))
    s = s->seq->up;
  return s && px_ring_branch (s, fill) != px_ring_branch (s, drain) ? s : NULL;
}

const struct px_seq *
px_ring_role (const struct px_ring_sync *rs, const struct px_stmt *end)
{
  const struct px_seq *q = rs->split->body[px_ring_branch (rs->split, end)], *in;
  do
    {
      in = NULL;
      for (int i = 0; i < rs->nfill + rs->ndrain; i++)
	{
	  const struct px_stmt *s = px_nth_end (rs, i);
	  if (!px_inside (q->up, s) || q->up->body[px_ring_branch (q->up, s)] != q)
	    continue;
	  const struct px_seq *part = NULL;
	  for (; s->seq != q; s = s->seq->up)
	    if (s->seq->up->kind == PX_SPLIT)
	      part = s->seq;
	  bool same = part && part->up->seq->persp.level == q->persp.level
		      && part->up->seq->persp.n == q->persp.n;
	  if (!same || (in && in != part))
	    return q;
	  in = part;
	}
      q = in ? in : q;
    }
  while (in);
  return q;
}

/* Returns the only statement of S's body that the program contains (synth: the inference has added
   it); NULL if there are several.  */
static const struct px_stmt *
only_child (const struct px_stmt *s)
{
  const struct px_seq *q = s->body[0];
  return q->nst == 1 || (q->nst == 2 && q->st[1]->synth) ? q->st[0] : NULL;
}

/* Returns true if T does to ring Q what S does to its own: same kind, number and turn.  */
static bool
partner (const struct px_stmt *s, const struct px_stmt *t, const struct px_ring *q)
{
  return t && t->kind == s->kind && t->ring == q && t->num == s->num && t->next == s->next
	 && t->late == s->late && t->hold == s->hold;
}

/* Returns true if all blocks of the cluster run S, a fill or a drain.  */
static bool
by_all (const struct px_fn *f, const struct px_stmt *s)
{
  return px_ring_ranks_of (f, s) == px_cluster_ranks (f);
}

/* Rings that are filled one after the other or in nested fills, and drained in nested
   drains; Q of each block's own may join R, which reaches others, if all blocks do all.  */
static bool
may_share (struct px_fn *f, const struct px_ring *r, const struct px_ring *q)
{
  int fills[2] = {}, drains[2] = {};
  if (r->slots != q->slots || (q->remote && !r->remote) || !r->nobj || !q->nobj
      || r->parts != q->parts || r->part != q->part)
    return false;
  for (int i = 0; i < f->nstmt; i++)
    {
      struct px_stmt *s = f->stmt[i];
      const struct px_stmt *next = s->idx + 1 < s->seq->nst ? s->seq->st[s->idx + 1] : NULL;
      if ((s->kind == PX_FILL || s->kind == PX_DRAIN) && s->ring == r && r->remote != q->remote
	  && !by_all (f, s))
	return false;
      if ((s->kind == PX_FILL || s->kind == PX_DRAIN) && s->ring == r
	  && !partner (s, only_child (s), q) && (s->kind == PX_DRAIN || !partner (s, next, q)))
	return false;
      fills[s->ring == q] += s->kind == PX_FILL && (s->ring == r || s->ring == q);
      drains[s->ring == q] += s->kind == PX_DRAIN && (s->ring == r || s->ring == q);
    }
  return fills[0] == fills[1] && drains[0] == drains[1];
}

struct px_ring_sync *
px_ring_sync_of (const struct px_fn *f, const struct px_ring *r)
{
  for (int i = 0; i < f->nrsync; i++)
    if (f->rsync[i]->ring == (r->with ? r->with : r))
      return f->rsync[i];
  return NULL;
}

/* The part RS is drained in one branch of its own, other parts are filled where RS is, and as many threads
   release a slot of each, as the empty barriers are the same.  */
static bool
parts_fit (struct px_fn *f, const struct px_ring_sync *rs)
{
  int b = px_ring_branch (rs->split, rs->drain[0]);
  const char *text = NULL;
  struct px_stmt *other = NULL;
  for (int i = 1; i < rs->ndrain; i++)
    if (px_ring_branch (rs->split, rs->drain[i]) != b)
      {
	text = "two branches drain the same part of its numbers";
	other = rs->drain[i];
      }
  for (int i = 0; i < f->nrsync && !text; i++)
    {
      const struct px_ring_sync *o = f->rsync[i];
      if (o == rs || px_whole_ring (o->ring) != px_whole_ring (rs->ring))
	continue;
      other = o->drain[0];
      if (o->split != rs->split
	  || px_ring_branch (rs->split, o->fill[0]) != px_ring_branch (rs->split, rs->fill[0]))
	text = "one branch of a split must fill it and others drain it";
      else if (px_ring_branch (rs->split, o->drain[0]) == b)
	text = "one branch drains two parts of its numbers";
      else if (o->empty_count != rs->empty_count)
	text = px_textf (&f->pool,
			 "as many threads must release a slot in each of the branches that take "
			 "turns; here %d arrive, there %d",
			 rs->empty_count, o->empty_count);
    }
  if (text)
    px_rings_problem (f, PX_E_RING, rs->ring, rs->drain[0], other, text, NULL);
  return !text;
}

/* Sets the fills and drains of RS.  */
static void
find_ends (struct px_fn *f, struct px_ring_sync *rs)
{
  int fills = 0, drains = 0; /* for which there is room */
  for (int i = 0; i < f->nstmt; i++)
    {
      struct px_stmt *s = f->stmt[i];
      if (s->kind == PX_FILL && s->ring == rs->ring)
	PX_PUSH (&f->pool, rs->fill, rs->nfill, fills, s);
      if (s->kind == PX_DRAIN && s->ring == rs->ring)
	PX_PUSH (&f->pool, rs->drain, rs->ndrain, drains, s);
    }
}

/* Returns true if R, which has no ends, is not used at all: no part of it is.  */
static bool
unused (struct px_fn *f, struct px_ring *r)
{
  struct px_stmt *other = NULL; /* an end of another part */
  for (int i = 0; i < f->nstmt && r->parts; i++)
    if (px_whole_ring (f->stmt[i]->ring) == px_whole_ring (r))
      other = f->stmt[i];
  if (other)
    px_rings_problem (f, PX_E_RING, r, other, NULL, "a part of its numbers is not used", NULL);
  return !other;
}

/* One branch of a split fills the ring of RS, others drain it.  Sets the split; false: a problem.  */
static bool
find_split (struct px_fn *f, struct px_ring_sync *rs)
{
  struct px_ring *r = rs->ring;
  if (!rs->nfill || !rs->ndrain)
    {
      px_rings_problem (f, PX_E_RING, r, px_nth_end (rs, 0), NULL,
			!r->nobj    ? rs->nfill ? "given but not taken" : "taken but not given"
			: rs->nfill ? "filled but not drained"
				    : "drained but not filled",
			NULL);
      return false;
    }
  struct px_stmt *split = rs->split = ring_split (rs->fill[0], rs->drain[0]);
  struct px_stmt *wrong = split ? NULL : rs->drain[0]; /* with the first fill in sight */
  for (int i = 0; i < rs->nfill + rs->ndrain && !wrong; i++)
    {
      struct px_stmt *s = px_nth_end (rs, i);
      bool fill = s->kind == PX_FILL;
      if (!px_inside (split, s)
	  || (px_ring_branch (split, s) == px_ring_branch (split, rs->fill[0])) != fill)
	wrong = s;
    }
  if (wrong)
    px_rings_problem (f, PX_E_RING, r, rs->fill[0], wrong,
		      r->nobj ? "one branch of a split must fill it and others drain it"
			      : "one branch of a split must give it and others take it",
		      NULL);
  return !wrong;
}

/* Branch B of RS's split, if it drains the ring, does so from number RS->from on and as often as the other FILLS it.  */
static bool
drains_in_step (struct px_fn *f, const struct px_ring_sync *rs, int b, const struct px_poly *fills)
{
  struct px_ring *r = rs->ring;
  struct px_stmt **op = (struct px_stmt **) px_alloc (&f->pool, rs->ndrain * sizeof *op);
  struct px_poly drained;
  int n = 0, first, d;
  for (int i = 0; i < rs->ndrain; i++)
    if (px_ring_branch (rs->split, rs->drain[i]) == b)
      op[n++] = rs->drain[i];
  if (!n)
    return true;
  if (!px_ring_numbers (f, r, rs->split->body[b], op, n, &first, &drained))
    return false;
  if (first != rs->from)
    {
      px_rings_problem (f, PX_E_RING, r, op[0], rs->fill[0],
			px_textf (&f->pool, "drained from number %d, filled from number %d", first,
				  rs->from),
			NULL);
      return false;
    }
  /* A turn may be given more often than it is taken, unless the split runs again, which would find it
     given.  */
  if (!r->level
      && (!px_poly_difference (f, fills, &drained, &d) || d < 0
	  || (d && (r->nobj || px_repeats_p (rs->split->seq)))))
    {
      px_rings_problem (f, PX_E_STEP, r, rs->fill[rs->nfill - 1], op[n - 1],
			px_poly_words (f, fills), px_poly_words (f, &drained));
      return false;
    }
  return px_ring_carried (f, r, rs->split, &drained);
}

/* The ring of RS reaches other blocks of the cluster: all blocks come to its ends equally often, the same blocks fill it
   at each place, and drain it at each place of a branch.  */
static bool
blocks_in_step (struct px_fn *f, const struct px_ring_sync *rs)
{
  struct px_ring *r = rs->ring;
  for (int i = 0; i < rs->nfill + rs->ndrain; i++)
    for (struct px_stmt *s = px_nth_end (rs, i)->seq->up; s; s = s->seq->up)
      if (s->local && !s->ranked)
	{
	  const char *what = s->kind == PX_LOOP
			       ? "other blocks of the cluster may take another number of turns"
			       : "other blocks of the cluster may take another branch";
	  px_rings_problem (
	    f, PX_E_RING, r, s, NULL,
	    !s->local_by
	      ? what
	      : px_textf (&f->pool, "%s, as that depends on %s, which does not live at block[%d]",
			  what, s->local_by, f->cluster),
	    NULL);
	  return false;
	}
  if (!px_ring_common_ranks (f, rs->fill, rs->nfill))
    {
      px_rings_problem (f, PX_E_RING, r, rs->fill[rs->nfill - 1], rs->fill[0],
			"different blocks of the cluster fill it at different places", NULL);
      return false;
    }
  for (int i = 0; i < rs->ndrain; i++)
    for (int j = 0; j < i; j++)
      if (px_ring_branch (rs->split, rs->drain[i]) == px_ring_branch (rs->split, rs->drain[j])
	  && px_ring_ranks_of (f, rs->drain[i]) != px_ring_ranks_of (f, rs->drain[j]))
	{
	  px_rings_problem (f, PX_E_RING, r, rs->drain[i], rs->drain[j],
			    "different blocks of the cluster drain it at different places", NULL);
	  return false;
	}
  return true;
}

/* Sets how often RS is filled, FILLS, and whether its slots are so often taken that they need empty barriers.  */
static void
count_fills (struct px_fn *f, struct px_ring_sync *rs, const struct px_poly *fills)
{
  struct px_poly zero = {};
  int d;
  /* Slots are taken again, however few the fills are, if the split runs more than once, or if they
     start anew in a loop of it.  */
  bool again = px_repeats_p (rs->split->seq);
  for (int i = 0; i < rs->nfill; i++)
    again |= rs->fill[i]->restart && px_repeats_p (rs->fill[i]->restart->seq);
  rs->fills = px_poly_difference (f, fills, &zero, &d) && !again ? d : -1;
  rs->empty = rs->fills < 0 || rs->fills > rs->ring->slots || rs->ring->parts;
}

/* Sets where each fill of RS ends: after those of the rings that share its barriers.  */
static void
find_fill_ends (struct px_fn *f, struct px_ring_sync *rs)
{
  rs->fill_end = (struct px_stmt **) px_alloc (&f->pool, rs->nfill * sizeof *rs->fill_end);
  for (int i = 0; i < rs->nfill; i++)
    {
      rs->fill_end[i] = rs->fill[i];
      for (int j = 0; j < f->nring; j++)
	if (f->ring[j]->with == rs->ring)
	  for (struct px_stmt *t = rs->fill[i]; t->idx + 1 < t->seq->nst;)
	    {
	      t = t->seq->st[t->idx + 1];
	      if (t->kind != PX_FILL || t->ring->with != rs->ring)
		break;
	      rs->fill_end[i] = t;
	    }
    }
}

/* Ring R between branches: that they are in step, and what its barriers are.  */
static bool
one_ring (struct px_fn *f, struct px_ring *r)
{
  struct px_ring_sync *rs = (struct px_ring_sync *) px_alloc (&f->pool, sizeof *rs);
  rs->ring = r;
  rs->barrier = -1;
  find_ends (f, rs);
  if (!rs->nfill && !rs->ndrain)
    return unused (f, r);
  if (!find_split (f, rs))
    return false;

  struct px_poly fills;
  struct px_seq *filler = rs->split->body[px_ring_branch (rs->split, rs->fill[0])];
  if (!px_ring_numbers (f, r, filler, rs->fill, rs->nfill, &rs->from, &fills))
    return false;
  for (int b = 0; b < rs->split->nbody; b++)
    if (!drains_in_step (f, rs, b, &fills))
      return false;
  if (r->remote && !blocks_in_step (f, rs))
    return false;
  if (!px_ring_reached (f, r, rs->fill, rs->nfill))
    return false;

  if (r->remote)
    rs->fillers = px_ring_common_ranks (f, rs->fill, rs->nfill);
  for (int i = 0; r->remote && i < rs->ndrain; i++)
    rs->drainers |= px_ring_ranks_of (f, rs->drain[i]);
  count_fills (f, rs, &fills);
  find_fill_ends (f, rs);
  if (r->with)
    return true;
  px_ring_barriers (f, rs);
  PX_PUSH (&f->pool, f->rsync, f->nrsync, f->caprsync, rs);
  return !r->parts || parts_fit (f, rs);
}

/* Rings whose parts do not all share with the parts of one other ring share nothing.  */
static void
share_in_parts (struct px_fn *f)
{
  for (bool again = true; again;)
    {
      again = false;
      for (int i = 0; i < f->nring; i++)
	for (int j = 0; j < f->nring; j++)
	  {
	    struct px_ring *r = f->ring[i], *q = f->ring[j];
	    if (r->with && px_whole_ring (r) == px_whole_ring (q)
		&& px_whole_ring (q->with) != px_whole_ring (r->with))
	      {
		r->with = NULL;
		again = true;
	      }
	  }
    }
}

/* Q shares the barriers of R, and so do those that shared Q's.  */
static void
lead (struct px_fn *f, struct px_ring *r, struct px_ring *q)
{
  q->with = r;
  for (int i = 0; i < f->nring; i++)
    if (f->ring[i]->with == q)
      f->ring[i]->with = r;
}

static bool
all_rings (struct px_fn *f)
{
  bool ok = true;
  for (int i = 0; i < f->nstmt; i++)
    if (f->stmt[i]->leaves && !f->stmt[i]->passed && px_exit_follows (f->stmt[i]))
      f->stmt[i]->passed = px_add_value (f, "a later exit", 0);
  for (int i = 0; i < f->nring; i++)
    for (int j = 0; j < f->nring && !f->ring[i]->with; j++)
      if (i != j && !f->ring[j]->with && may_share (f, f->ring[j], f->ring[i]))
	lead (f, f->ring[j], f->ring[i]);
  share_in_parts (f);
  for (int i = 0; i < f->nring; i++)
    ok &= one_ring (f, f->ring[i]) && px_ring_unsplit (f, f->ring[i]);
  if (ok)
    px_ring_circles (f);
  for (int i = 0; i < f->nstmt && ok; i++)
    if (f->stmt[i]->kind == PX_SPLIT && f->nrsync)
      ok = px_rings_live (f, f->stmt[i]);
  return ok;
}

bool
px_rings (struct px_fn *f)
{
  int old = f->nproblem;
  if (all_rings (f))
    return true;
  bool again = false;
  for (int i = 0; i < f->nstmt; i++)
    if (f->stmt[i]->may_late)
      {
	f->stmt[i]->late = f->stmt[i]->hold = 0;
	f->stmt[i]->may_late = f->stmt[i]->flush = false;
	again = true;
      }
  if (!again)
    return false;
  f->nproblem = old;
  f->nrsync = 0;
  for (int i = 0; i < f->nring; i++)
    f->ring[i]->with = NULL;
  return all_rings (f);
}
