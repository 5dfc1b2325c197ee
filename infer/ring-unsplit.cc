/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slot rings of one loop that fills and drains, as one that prefetches (doc/internals/35-rings): what is drained was
   filled, and nothing is filled that is not drained.  Their order is found by data flow (infer/hazard.cc), which
   distinguishes slots by the numbers of their accesses.  */
#include "infer/ring.h"

/* Forgets the numbers of R, whose objects are then as others are.  */
static void
forget_numbers (struct px_fn *f, struct px_ring *r)
{
  for (int i = 0; i < f->nacc; i++)
    if (f->acc[i]->obj->ring == r)
      {
	f->acc[i]->numbered = false;
	f->acc[i]->num_loop = NULL;
	f->acc[i]->num = 0;
      }
  for (int i = 0; i < r->nobj; i++)
    r->obj[i]->ring = NULL;
}

/* Returns in how many of the last iterations the numbered drains of R in LOOP take what none of its
   fills there has filled, as a condition keeps all of these from it; 0: that is not known.  */
static int
kept_from (const struct px_fn *f, const struct px_ring *r, const struct px_stmt *loop)
{
  int least = 0, some = 0;
  for (int i = 0; i < f->nstmt; i++)
    if (f->stmt[i]->leaves && px_inside (loop, f->stmt[i]))
      return 0;
  for (int i = 0; i < f->nacc; i++)
    for (int j = 0; j < f->nacc; j++)
      {
	const struct px_acc *a = f->acc[i], *b = f->acc[j];
	if (a->obj->ring != r || b->obj->ring != r || a->num_loop != loop || b->num_loop != loop
	    || a->kind == PX_READ || b->kind != PX_READ)
	  continue;
	int kept = 0, k;
	for (const struct px_stmt *s = a->op; s->seq->up != loop; s = s->seq->up)
	  if (s->seq->up->kind == PX_IF && s->seq == s->seq->up->body[0]
	      && px_but_last (s->seq->up, &k) == loop)
	    kept = k - (a->num - b->num);
	for (const struct px_stmt *s = b->op; s->seq->up != loop; s = s->seq->up)
	  if (s->seq->up->kind != PX_GROUP && s->seq->up->kind != PX_VIEW)
	    return 0;
	least = some++ && least < kept ? least : kept;
      }
  return least > 0 ? least : 0;
}

bool
px_ring_unsplit (struct px_fn *f, struct px_ring *r)
{
  const struct px_acc *fill = NULL, *drain = NULL;
  for (int i = 0; i < f->nacc; i++)
    {
      const struct px_acc *a = f->acc[i];
      if (a->obj->ring != r || !a->num_loop)
	continue;
      const struct px_acc **end = a->kind == PX_READ ? &drain : &fill;
      if (!*end)
	*end = a;
      else if (a->num_loop != (*end)->num_loop || a->num != (*end)->num)
	{
	  px_rings_problem (f, PX_E_RING, r, a->op, (*end)->op, "two places with different numbers",
			    NULL);
	  return false;
	}
    }
  if (!fill && !drain)
    return true;
  if (!fill || !drain || fill->num_loop != drain->num_loop)
    {
      px_rings_problem (f, PX_E_RING, r, (fill ? fill : drain)->op, NULL,
			"one loop must fill it and drain it", NULL);
      return false;
    }
  for (int n = drain->num; n < fill->num; n++)
    {
      bool found = false;
      for (int i = 0; i < f->nacc && !found; i++)
	found = f->acc[i]->obj->ring == r && f->acc[i]->numbered && !f->acc[i]->num_loop
		&& f->acc[i]->kind != PX_READ && f->acc[i]->num == n;
      if (!found)
	{
	  px_rings_problem (f, PX_E_RING, r, drain->op, fill->op,
			    px_textf (&f->pool, "number %d is drained but not filled", n), NULL);
	  return false;
	}
    }
  /* Numbers that are further from each other have one key in the verifier (PX_FAR).  */
  if (fill->op->timeline == PX_BULK_LOAD && fill->num - drain->num >= PX_FAR - 1)
    {
      forget_numbers (f, r);
      return true;
    }
  if (int missed = kept_from (f, r, fill->num_loop))
    {
      struct px_poly one = px_poly_number (f, 1),
		     n = px_poly_times (f, &one, fill->num_loop->count),
		     m = px_poly_number (f, -missed);
      px_poly_add (f, &m, &n, 1);
      px_rings_problem (f, PX_E_STEP, r, fill->op, drain->op, px_poly_words (f, &m),
			px_poly_words (f, &n));
      return false;
    }
  bool guarded = fill->num <= drain->num;
  for (const struct px_stmt *s = fill->op->seq->up; s != fill->num_loop; s = s->seq->up)
    guarded |= s->kind == PX_IF;
  if (!guarded)
    {
      struct px_poly one = px_poly_number (f, 1),
		     n = px_poly_times (f, &one, fill->num_loop->count),
		     m = px_poly_number (f, fill->num - drain->num);
      px_poly_add (f, &m, &n, 1);
      px_rings_problem (f, PX_E_STEP, r, fill->op, drain->op, px_poly_words (f, &m),
			px_poly_words (f, &n));
    }
  return guarded;
}
