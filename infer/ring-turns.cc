/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns: rings of one slot without storage, by which branches of a split run parts of their code one
   after the other.  Which of them go around in a circle, so that nobody need wait until a turn was taken
   before it is given again.

   A circle is a list of turns R1 ... Rn of branches B1 ... Bn: Bi gives Ri and takes R(i-1), B1 takes Rn,
   and in each branch gives and takes alternate.  Let C of the branches begin with a give.  Give number k of
   Ri follows take number k of R(i-1) in Bi, or number k - 1 if Bi begins with a give, and that take follows
   the give of the same number.  Once around, give number k of Ri follows take number k - C of Ri.  So if C is
   1, a turn is never given twice before it is taken once, and needs no empty barrier; where all in the circle
   do so, a named barrier does, whose phase has as many arrivals as both branches have threads.  If C
   is 0 all wait for each other, which infer/ring-live.cc finds.

   Needs f->rsync.  Leaves px_ring_sync.circle, and no empty barrier where that is set.  */
#include "infer/ring.h"

/* What a branch does next with the two turns of a circle that it has.  */
enum next
{
  TAKE,
  GIVE,
  NEVER /* it takes or gives twice in a row */
};

/* Two turns of a branch: it takes one and gives the other.  */
struct pair
{
  const struct px_ring *in, *out;
};

/* Returns true if S or a statement in it takes or gives one of P.  */
static bool
has_turn (const struct px_stmt *s, const struct pair *p)
{
  bool r = (s->kind == PX_DRAIN && s->ring == p->in) || (s->kind == PX_FILL && s->ring == p->out);
  for (int i = 0; i < s->nbody; i++)
    for (int k = 0; k < s->body[i]->nst && !r; k++)
      r = has_turn (s->body[i]->st[k], p);
  return r;
}

/* Returns what the branch does after Q, which it begins with X.  START: what it does next where the loop around
   Q, if any, begins, and so must do where Q leaves that.  */
static enum next
after (const struct px_seq *q, const struct pair *p, enum next x, enum next start)
{
  for (int i = 0; i < q->nst && x != NEVER; i++)
    {
      const struct px_stmt *s = q->st[i];
      if (s->kind == PX_IF && s->leaves && x != start)
	return NEVER;
      if (s->kind == PX_DRAIN && s->ring == p->in)
	x = x == TAKE ? GIVE : NEVER;
      bool loop = s->kind == PX_LOOP, splits = s->kind == PX_SPLIT && has_turn (s, p);
      enum next then = x;
      for (int k = 0; k < s->nbody && x != NEVER; k++)
	{
	  enum next y = after (s->body[k], p, x, loop ? x : start);
	  /* All bodies agree, with each other and with none, unless S always runs its one body.  */
	  bool always = s->kind != PX_LOOP && s->kind != PX_IF;
	  if (splits || (!always && y != x))
	    x = NEVER;
	  then = y;
	}
      if (x != NEVER)
	x = then;
      if (s->kind == PX_FILL && s->ring == p->out && x != NEVER)
	x = x == GIVE ? TAKE : NEVER;
    }
  return x;
}

/* Returns what Q, a branch of SPLIT, begins with if it takes and gives P alternately, and, where the split
   may run again, so over all runs; else NEVER.  */
static enum next
alternates (const struct px_stmt *split, const struct px_seq *q, const struct pair *p)
{
  for (int first = TAKE; first <= GIVE; first++)
    {
      enum next end = after (q, p, (enum next) first, NEVER);
      if (end != NEVER && (end == first || !px_repeats_p (split->seq)))
	return (enum next) first;
    }
  return NEVER;
}

/* The branch of R's split that drains it; -1: several do.  */
static int
taker (const struct px_ring_sync *r)
{
  int b = px_ring_branch (r->split, r->drain[0]);
  for (int i = 1; i < r->ndrain; i++)
    if (px_ring_branch (r->split, r->drain[i]) != b)
      return -1;
  return b;
}

/* Returns true if a list of turns that begins with FIRST and ends with LAST can be made a circle.  GIVES: how many of
   its branches begin with a give.  ON: its branches, one bit each.  */
static bool
closes (const struct px_fn *f, const struct px_ring_sync *first, const struct px_ring_sync *last,
	int gives, uint64_t on)
{
  const struct px_stmt *split = first->split;
  int b = taker (last);
  if (b < 0 || b >= 64 || on >> b & 1)
    return false;
  for (int i = 0; i < f->nrsync; i++)
    {
      const struct px_ring_sync *r = f->rsync[i];
      struct pair p = { last->ring, r->ring };
      if (r->ring->nobj || r->ring->slots != 1 || r->split != split
	  || px_ring_branch (split, r->fill[0]) != b)
	continue;
      enum next begins = alternates (split, split->body[b], &p);
      int all = gives + (begins == GIVE);
      if (begins == NEVER || all > 1)
	continue;
      if (r == first ? all == 1 : closes (f, first, r, all, on | (uint64_t) 1 << b))
	return true;
    }
  return false;
}

void
px_ring_circles (struct px_fn *f)
{
  for (int i = 0; i < f->nrsync; i++)
    {
      struct px_ring_sync *r = f->rsync[i];
      if (!r->ring->nobj && r->ring->slots == 1 && closes (f, r, r, 0, 0))
	r->circle = true;
    }
  for (int i = 0; i < f->nrsync; i++)
    if (f->rsync[i]->circle)
      f->rsync[i]->empty = false;
}
