/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slot rings across the branches of a split (doc/internals/35-rings): how often the ends of a ring in a branch run, and
   of which numbers each is.  ring-count.cc has the counts, sums of products.  Syntactic: no data flow.  */
#include "infer/ring.h"

const struct px_stmt *
px_but_last (const struct px_stmt *s, int *k)
{
  const struct px_stmt *loop = s->seq->up;
  if (s->kind != PX_IF || s->when.kind != PX_C_TURN || s->when.opposite || !loop
      || s->when.loop != loop || s->when.of != loop->count.of || loop->count.times != 1
      || loop->count.k || loop->passed)
    return NULL;
  *k = s->when.k - loop->count.less;
  return *k >= 0 ? loop : NULL;
}

bool
px_behind_exit (const struct px_stmt *s)
{
  const struct px_stmt *up = s->seq->up;
  return up && up->kind == PX_IF && up->leaves && s->seq == up->body[1];
}

/* Returns true if S contains a place where the loop around S is left.  */
static bool
has_exit (const struct px_stmt *s)
{
  bool r = s->leaves;
  for (int i = 0; i < s->nbody && s->kind != PX_LOOP; i++)
    for (int k = 0; k < s->body[i]->nst && !r; k++)
      r = has_exit (s->body[i]->st[k]);
  return r;
}

bool
px_exit_follows (const struct px_stmt *s)
{
  bool r = false;
  for (int k = 0; k < s->body[1]->nst && !r; k++)
    r = has_exit (s->body[1]->st[k]);
  return r;
}

/* 1 where IF S takes its first body (else FIRST is false), else 0.  */
static struct px_factor
condition_factor (struct px_fn *f, const struct px_stmt *s, bool first)
{
  static const int kinds[] = { TRUTH, ABOVE, NONZERO, TRUTH }, opposite = NOT_ABOVE - ABOVE;
  bool turn = s->when.kind == PX_C_TURN, differs = turn ? s->when.inverse : s->when.opposite;
  const struct px_value *of = turn ? s->when.truth : s->when.of;
  struct px_factor x
    = { of && !turn ? kinds[s->when.kind] : TRUTH, of, s->when.kind == PX_C_ABOVE ? s->when.k : 0 };
  for (int i = 0; i < f->nvalue && !x.of; i++)
    if (f->value[i]->of == s)
      x.of = f->value[i];
  if (!x.of)
    {
      struct px_value *own = px_add_value (f, s->cond ? s->cond : "?", 0);
      own->of = s;
      x.of = own;
    }
  if (first == differs)
    x.kind += opposite;
  return x;
}

/* Returns P times the turns of LOOP in which what follows EXIT (NULL: what precedes all exits) is
   reached: the last one only if a later exit ends it.  */
static struct px_poly
times_reached (struct px_fn *f, const struct px_poly *p, const struct px_stmt *loop,
	       const struct px_stmt *exit)
{
  struct px_count c = loop->count;
  const struct px_value *last = exit ? exit->passed : loop->passed;
  c.k -= exit && !loop->passed;
  struct px_poly all = px_poly_times (f, p, c);
  if (last)
    {
      struct px_poly once = px_poly_times_factor (f, p, { TRUTH, last, 0 }, 1);
      px_poly_add (f, &all, &once, 1);
    }
  return all;
}

/* Returns how often S runs each time that branch BODY does.  A condition counts as a factor,
   unless the ring is REMOTE and the condition differs between blocks.  */
static struct px_poly
runs (struct px_fn *f, const struct px_stmt *s, const struct px_seq *body, bool remote)
{
  struct px_poly p = px_poly_number (f, 1);
  const struct px_stmt *exit = NULL; /* the last that S follows, in the innermost loop */
  int k;
  for (; s->seq != body; s = s->seq->up)
    {
      if (px_behind_exit (s))
	{
	  exit = exit ? exit : s->seq->up;
	  continue;
	}
      struct px_stmt *up = s->seq->up;
      const struct px_stmt *loop = up->kind == PX_IF && s->seq == up->body[0] && up->seq != body
				     ? px_but_last (up, &k)
				     : NULL;
      if (loop)
	{
	  struct px_count c = loop->count;
	  c.less += k;
	  p = px_poly_times (f, &p, c);
	  s = up;
	}
      else if (up->kind == PX_LOOP)
	{
	  p = times_reached (f, &p, up, exit);
	  exit = NULL;
	}
      else if (up->kind == PX_IF && !(remote && up->ranked))
	p = px_poly_times_factor (f, &p, condition_factor (f, up, s->seq == up->body[0]), 1);
    }
  return p;
}

/* Conditions in P that are sure to hold where S runs are 1.  */
static void
known_at (struct px_fn *f, struct px_poly *p, const struct px_stmt *s, const struct px_seq *body)
{
  int k;
  for (; s->seq != body; s = s->seq->up)
    {
      const struct px_stmt *up = s->seq->up, *loop = up->kind == PX_IF && s->seq == up->body[0]
						       ? px_but_last (up, &k)
						       : NULL;
      struct px_factor known;
      if (loop)
	known = { BEYOND, loop->count.of, loop->count.less + k };
      else if (up->kind == PX_LOOP && up->count.of && !up->count.k && !up->passed)
	known = { BEYOND, up->count.of, up->count.less };
      else if (up->kind == PX_IF)
	known = condition_factor (f, up, s->seq == up->body[0]);
      else
	continue;
      for (int i = 0; i < p->n; i++)
	if (p->m[i].n == 1 && known.kind <= ABOVE
	    && (px_factor_implied (p->m[i].v[0], known) || px_factor_same (p->m[i].v[0], known))
	    && p->m[i].v[0].kind != BEYOND)
	  {
	    struct px_mono m = p->m[i], one = { m.coef, 0, NULL };
	    m.coef = -m.coef;
	    px_poly_plus (f, p, m);
	    px_poly_plus (f, p, one);
	    i = -1;
	  }
    }
}

/* The k-th execution of end I of OP, all of ring R in BODY, is of number k + its c: what runs
   before it in its branch, TOTAL, and nothing else, makes up c.  FROM: the first number.  */
static bool
follows (struct px_fn *f, struct px_ring *r, struct px_seq *body, struct px_stmt **op, int i,
	 int from, const struct px_poly *total)
{
  struct px_poly here = {}, zero = {};
  int before = 0;
  px_poly_add (f, &here, total, 1);
  known_at (f, &here, op[i], body);
  bool known = px_poly_difference (f, &here, &zero, &before), again = false;
  if (known && (op[i]->num - from - before) % r->slots == 0)
    op[i]->num = from + before; /* of the same slot */
  struct px_stmt *prev = i ? op[i - 1] : NULL;
  for (const struct px_stmt *out = op[i]->seq->up; prev && out != body->up; out = out->seq->up)
    again |= out->kind == PX_LOOP && px_inside (out, prev);
  if (again)
    px_rings_problem (
      f, PX_E_RING, r, op[i], prev,
      "two places of one loop use it, and not each the slot behind that of the one before", NULL);
  else if (!known || op[i]->num != from + before)
    px_rings_problem (
      f, PX_E_RING, r, op[i], prev,
      px_textf (&f->pool,
		"its first number is %d, what runs before ends at %s; one loop over "
		"all numbers will do",
		op[i]->num, px_poly_text (f, total)),
      NULL);
  else
    return true;
  return false;
}

bool
px_ring_numbers (struct px_fn *f, struct px_ring *r, struct px_seq *body, struct px_stmt **op,
		 int n, int *from, struct px_poly *total)
{
  *total = {};
  if (!op[0]->next) /* x[(i + slots) % slots] is x[i % slots] */
    op[0]->num %= r->slots;
  *from = op[0]->num;
  for (int i = 0; i < n; i++)
    {
      struct px_poly p = runs (f, op[i], body, r->remote);
      if (!op[i]->next && !follows (f, r, body, op, i, *from, total))
	return false;
      px_poly_add (f, total, &p, 1);
    }
  px_poly_collect (f, total);
  return true;
}
