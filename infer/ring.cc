/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slot rings across the branches of a split (doc/internals/35-rings): that their
   loops run in step, that they are live, and what their full and empty barriers
   are.  Syntactic: no data flow.  Needs px_prepare; leaves f->rsync.

   This file says which ends a ring has and how often each runs, and joins rings that can
   share their barriers; ring-count.cc, ring-barriers.cc and ring-live.cc do the rest.  */
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

/* Returns true if the loop that IF S leaves may be left later in a turn.  */
static bool
exit_follows (const struct px_stmt *s)
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
	  const struct px_stmt *s = i < rs->nfill ? rs->fill[i] : rs->drain[i - rs->nfill];
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

/* The numbers of the ends OP of R in BODY: from *FROM on, *TOTAL of them.  */
static bool
numbers (struct px_fn *f, struct px_ring *r, struct px_seq *body, struct px_stmt **op, int n,
	 int *from, struct px_poly *total)
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

static bool
one_ring (struct px_fn *f, struct px_ring *r)
{
  struct px_stmt **fill = NULL, **drain = NULL;
  int nfill = 0, ndrain = 0, capf = 0, capd = 0;
  for (int i = 0; i < f->nstmt; i++)
    {
      struct px_stmt *s = f->stmt[i];
      if (s->kind == PX_FILL && s->ring == r)
	PX_PUSH (&f->pool, fill, nfill, capf, s);
      if (s->kind == PX_DRAIN && s->ring == r)
	PX_PUSH (&f->pool, drain, ndrain, capd, s);
    }
  if (!nfill && !ndrain)
    {
      struct px_stmt *other = NULL; /* an end of another part */
      for (int i = 0; i < f->nstmt && r->parts; i++)
	if (px_whole_ring (f->stmt[i]->ring) == px_whole_ring (r))
	  other = f->stmt[i];
      if (other)
	px_rings_problem (f, PX_E_RING, r, other, NULL, "a part of its numbers is not used", NULL);
      return !other;
    }
  if (!nfill || !ndrain)
    {
      px_rings_problem (f, PX_E_RING, r, nfill ? fill[0] : drain[0], NULL,
			!r->nobj ? nfill ? "given but not taken" : "taken but not given"
			: nfill	 ? "filled but not drained"
				 : "drained but not filled",
			NULL);
      return false;
    }
  struct px_stmt *split = ring_split (fill[0], drain[0]);
  struct px_stmt *wrong = split ? NULL : drain[0]; /* with the first fill in sight */
  for (int i = 0; i < nfill && !wrong; i++)
    if (!px_inside (split, fill[i])
	|| px_ring_branch (split, fill[i]) != px_ring_branch (split, fill[0]))
      wrong = fill[i];
  for (int i = 0; i < ndrain && !wrong; i++)
    if (!px_inside (split, drain[i])
	|| px_ring_branch (split, drain[i]) == px_ring_branch (split, fill[0]))
      wrong = drain[i];
  if (wrong)
    {
      px_rings_problem (f, PX_E_RING, r, fill[0], wrong,
			r->nobj ? "one branch of a split must fill it and others drain it"
				: "one branch of a split must give it and others take it",
			NULL);
      return false;
    }
  struct px_poly fills, drained;
  int from, dfrom, d;
  struct px_seq *fb = split->body[px_ring_branch (split, fill[0])];
  if (!numbers (f, r, fb, fill, nfill, &from, &fills))
    return false;
  for (int b = 0; b < split->nbody; b++)
    {
      struct px_stmt **op = (struct px_stmt **) px_alloc (&f->pool, ndrain * sizeof *op);
      int n = 0;
      for (int i = 0; i < ndrain; i++)
	if (px_ring_branch (split, drain[i]) == b)
	  op[n++] = drain[i];
      if (!n)
	continue;
      if (!numbers (f, r, split->body[b], op, n, &dfrom, &drained))
	return false;
      if (dfrom != from)
	{
	  px_rings_problem (f, PX_E_RING, r, op[0], fill[0],
			    px_textf (&f->pool, "drained from number %d, filled from number %d",
				      dfrom, from),
			    NULL);
	  return false;
	}
      /* A turn may be given more often than it is taken, unless the split runs again, which would find it
	 given.  */
      if (!r->level
	  && (!px_poly_difference (f, &fills, &drained, &d) || d < 0
	      || (d && (r->nobj || px_repeats_p (split->seq)))))
	{
	  px_rings_problem (f, PX_E_STEP, r, fill[nfill - 1], op[n - 1], px_poly_words (f, &fills),
			    px_poly_words (f, &drained));
	  return false;
	}
      if (!px_ring_carried (f, r, split, &drained))
	return false;
    }
  struct px_ring_sync *rs = (struct px_ring_sync *) px_alloc (&f->pool, sizeof *rs);
  struct px_poly zero = {};
  rs->ring = r;
  rs->split = split;
  rs->fill = fill;
  rs->nfill = nfill;
  rs->drain = drain;
  rs->ndrain = ndrain;
  rs->from = from;
  rs->barrier = -1;
  for (int i = 0; r->remote && i < nfill + ndrain; i++)
    for (struct px_stmt *s = (i < nfill ? fill[i] : drain[i - nfill])->seq->up; s; s = s->seq->up)
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
  if (r->remote && !px_ring_common_ranks (f, fill, nfill))
    {
      px_rings_problem (f, PX_E_RING, r, fill[nfill - 1], fill[0],
			"different blocks of the cluster fill it at different places", NULL);
      return false;
    }
  if (r->remote)
    {
      rs->fillers = px_ring_common_ranks (f, fill, nfill);
      for (int i = 0; i < ndrain; i++)
	rs->drainers |= px_ring_ranks_of (f, drain[i]);
    }
  for (int b = 0; r->remote && b < split->nbody; b++)
    for (int i = 0; i < ndrain; i++)
      for (int j = 0; j < i; j++)
	if (px_ring_branch (split, drain[i]) == px_ring_branch (split, drain[j])
	    && px_ring_ranks_of (f, drain[i]) != px_ring_ranks_of (f, drain[j]))
	  {
	    px_rings_problem (f, PX_E_RING, r, drain[i], drain[j],
			      "different blocks of the cluster drain it at different places", NULL);
	    return false;
	  }
  if (!px_ring_reached (f, r, fill, nfill))
    return false;
  /* Slots are taken again, however few the fills are, if the split runs more than once, or if they
     start anew in a loop of it.  */
  bool again = px_repeats_p (split->seq);
  for (int i = 0; i < nfill; i++)
    again |= fill[i]->restart && px_repeats_p (fill[i]->restart->seq);
  rs->fills = px_poly_difference (f, &fills, &zero, &d) && !again ? d : -1;
  rs->empty = rs->fills < 0 || rs->fills > r->slots || r->parts;
  rs->fill_end = (struct px_stmt **) px_alloc (&f->pool, nfill * sizeof *rs->fill_end);
  for (int i = 0; i < nfill; i++)
    {
      rs->fill_end[i] = fill[i];
      for (int j = 0; j < f->nring; j++)
	if (f->ring[j]->with == r)
	  for (struct px_stmt *t = fill[i]; t->idx + 1 < t->seq->nst;)
	    {
	      t = t->seq->st[t->idx + 1];
	      if (t->kind != PX_FILL || t->ring->with != r)
		break;
	      rs->fill_end[i] = t;
	    }
    }
  if (r->with)
    return true;
  px_ring_barriers (f, rs, split);
  PX_PUSH (&f->pool, f->rsync, f->nrsync, f->caprsync, rs);
  return !r->parts || parts_fit (f, rs);
}

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

/* A ring of one loop that prefetches: what is drained was filled, and nothing is filled that is not
   drained.  Fills of one number, ahead of the loop and in it, are ordered as other code.  */
static bool
unsplit (struct px_fn *f, struct px_ring *r)
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
    if (f->stmt[i]->leaves && !f->stmt[i]->passed && exit_follows (f->stmt[i]))
      f->stmt[i]->passed = px_add_value (f, "a later exit", 0);
  for (int i = 0; i < f->nring; i++)
    for (int j = 0; j < f->nring && !f->ring[i]->with; j++)
      if (i != j && !f->ring[j]->with && may_share (f, f->ring[j], f->ring[i]))
	lead (f, f->ring[j], f->ring[i]);
  share_in_parts (f);
  for (int i = 0; i < f->nring; i++)
    ok &= one_ring (f, f->ring[i]) && unsplit (f, f->ring[i]);
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
