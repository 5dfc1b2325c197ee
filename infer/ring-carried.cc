/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts that depend on what a ring carries (px_value.by): the branch that fills it and those that drain
   it know the value of one number.  It is the value of the same turn for both, if that number is used in
   the same turn of the same loops, each of which runs as often for both: by induction, as these turns
   depend on the numbers before.  Syntactic; needs px_prepare.  */
#include "infer/ring.h"

/* Sets *LOOP to the loop around S in BODY, NULL if there is none.  False: a condition is between them.  */
static bool
next_loop (const struct px_stmt *s, const struct px_seq *body, const struct px_stmt **loop)
{
  *loop = NULL;
  for (; s->seq != body && !*loop; s = s->seq->up)
    if (s->seq->up->kind == PX_LOOP)
      *loop = s->seq->up;
    else if (s->seq->up->kind == PX_IF && !px_behind_exit (s))
      return false;
  return true;
}

/* Returns true if A, in BODY, and B, in BODY2, are in loops that run equally often.  */
static bool
same_loops (const struct px_stmt *a, const struct px_seq *body, const struct px_stmt *b,
	    const struct px_seq *body2)
{
  do
    if (!next_loop (a, body, &a) || !next_loop (b, body2, &b) || !a != !b
	|| (a && (!px_same_count (a->count, b->count) || a->passed != b->passed)))
      return false;
  while (a);
  return true;
}

/* Returns why the numbers of FILL's ring are not known to be used in the same turns by all branches, at *WHERE;
   NULL: they are.  */
static const char *
not_same_turns (struct px_fn *f, struct px_stmt *fill, struct px_stmt *split,
		struct px_stmt **where)
{
  bool *drained = (bool *) px_alloc (&f->pool, split->nbody * sizeof *drained);
  for (int i = 0; i < f->nstmt; i++)
    if (struct px_stmt *s = f->stmt[i]; s->ring == fill->ring && s->kind == PX_FILL)
      {
	*where = s;
	if (s != fill || !px_inside (split, s))
	  return "two places fill it, or other branches than those of this split";
      }
  for (int i = 0; i < f->nstmt; i++)
    if (struct px_stmt *s = f->stmt[i]; s->ring == fill->ring && s->kind == PX_DRAIN)
      {
	int b = px_inside (split, s) ? px_ring_branch (split, s) : -1;
	*where = s;
	if (b < 0 || drained[b])
	  return "two places of a branch drain it, or other branches than those of this split";
	drained[b] = true;
	if (!same_loops (fill, split->body[px_ring_branch (split, fill)], s, split->body[b]))
	  return "it is filled and drained under a condition, or in loops that may run differently "
		 "often";
      }
  return NULL;
}

/* Returns true if the branches of SPLIT know V, which decides how R is used, as one number.  */
static bool
one_number (struct px_fn *f, struct px_ring *r, struct px_stmt *split, const struct px_value *v)
{
  for (int k = 0; k < v->nby; k++)
    {
      struct px_ring *c = v->by[k];
      struct px_stmt *fill = NULL;
      for (int i = 0; i < f->nstmt && !fill; i++)
	fill = f->stmt[i]->kind == PX_FILL && f->stmt[i]->ring == c ? f->stmt[i] : NULL;
      struct px_stmt *where = fill;
      const char *why = c->differs ? c->differs
			: c->parts ? "branches take turns with its numbers"
			: fill	   ? not_same_turns (f, fill, split, &where)
				   : NULL;
      if (!why)
	continue;
      px_rings_problem (f, PX_E_RING, c, where, NULL,
			px_textf (&f->pool,
				  "how often '%s' is used depends on what it carries, but %s",
				  r->name, why),
			NULL);
      return false;
    }
  return true;
}

bool
px_ring_carried (struct px_fn *f, struct px_ring *r, struct px_stmt *split, const struct px_poly *p)
{
  for (int i = 0; i < p->n; i++)
    for (int j = 0; j < p->m[i].n; j++)
      if (!one_number (f, r, split, p->m[i].v[j].of))
	return false;
  for (int i = 0; i < r->nasked; i++)
    if (!one_number (f, r, split, r->asked[i]))
      return false;
  return true;
}
