/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes which pairs of accesses must be ordered, for which units, and which loop carries the
   pair.  Needs px_prepare.  Sets f->hz, sorted by B, A, loop and distance, reports errors and
   collects the edges across blocks that are undecided.  */
#include "infer/infer.h"

bool
px_atomics_differ (const struct px_acc *a, const struct px_acc *b)
{
  return px_is_atomic (a->kind) && px_is_atomic (b->kind)
	 && (a->kind == PX_ATOMIC || b->kind == PX_ATOMIC) && !(a->alike && a->alike == b->alike);
}

bool
px_may_be_one (const struct px_fn *f, const struct px_acc *a, const struct px_acc *b)
{
  if (b->obj->anywhere)
    {
      const struct px_acc *c = a;
      a = b;
      b = c;
    }
  return a->obj->anywhere && !b->obj->anywhere && b->obj->space == PX_GLOBAL && !b->obj->restricted
	 && !a->op->synth && !b->op->synth && !(f->opts.apart && f->opts.apart (a, b));
}

const struct px_stmt *
px_view_around (const struct px_acc *a, const struct px_acc *b)
{
  for (const struct px_stmt *s = a->op->seq->up; s; s = s->seq->up)
    if (s->kind == PX_VIEW && s->persp.level == PX_THREAD && px_inside (s, b->op)
	&& (s->obj->store == a->obj->store || s->obj->store == b->obj->store))
      return s;
  return NULL;
}

/* Returns true if A must be ordered before B.  In a view nothing can order them, which is an
   error of its own.  */
static bool
conflict (const struct px_fn *f, const struct px_acc *a, const struct px_acc *b)
{
  bool matters = px_changes (a->kind, b->kind) || px_atomics_differ (a, b);
  if (px_may_be_one (f, a, b))
    return matters && (a->op->unsafe || b->op->unsafe || !px_view_around (a, b));
  if (a->obj->store != b->obj->store || a->op->timeline == PX_END || b->op->timeline == PX_ENTRY)
    return false;
  if (a->op->timeline == PX_ENTRY)
    return px_start (a) ? b->remote && !b->ringop : px_fence_due (a, b);
  if (!matters)
    return false;
  /* wgmmas on one accumulator run in order */
  return !(a->obj->space == PX_FRAGMENT && a->op->timeline == PX_WGMMA
	   && b->op->timeline == PX_WGMMA);
}

/* Returns true if the order of a ring's slots keeps A before B, by LOOP's back edge if that is not NULL: they are in
   two fills or drains, or in one at two times.  What one of them does itself needs an order as other code.  */
static bool
ordered_by_ring (const struct px_acc *a, const struct px_acc *b, const struct px_stmt *loop)
{
  return a->ringop && b->ringop
	 && px_whole_ring (a->ringop->ring) == px_whole_ring (b->ringop->ring)
	 && (a->ringop != b->ringop || (loop && !px_inside (a->ringop, loop)));
}

const struct px_stmt *
px_around (const struct px_acc *a, const struct px_stmt *loop)
{
  return loop && px_inside (loop, a->op) ? loop->seq->up : a->op->seq->up;
}

const struct px_stmt *
px_view_of_path (const struct px_acc *a, const struct px_acc *b, const struct px_stmt *loop)
{
  const struct px_stmt *s = px_around (a, loop);
  while (s && !(s->kind == PX_VIEW && s->obj->store == a->obj->store && px_inside (s, b->op)))
    s = s->seq->up;
  return s;
}

/* Returns the scope of the view of the path from A to B over LOOP, or of their objects.  An address that was loaded may be
   outside all views.  */
static int
cap (struct px_fn *f, const struct px_acc *a, const struct px_acc *b, const struct px_stmt *loop)
{
  const struct px_stmt *view = px_view_of_path (a, b, loop);
  if (view && !a->obj->anywhere && !b->obj->anywhere)
    return px_scope_of (f, view->persp);
  if (a->obj->space == PX_SHARED && a->obj->remote)
    return f->s_cluster;
  int s = px_scope_of (f, a->obj->persp), t = px_scope_of (f, b->obj->persp);
  return px_holds (f, s, t) ? s : t;
}

/* The end of a kernel must be ordered after accesses to other blocks and after asynchronous
   operations.  */
static int
at_end (struct px_fn *f, const struct px_acc *a)
{
  if (f->kernel && a->remote)
    return f->s_cluster;
  return px_asyn (a) ? 0 : PX_APART;
}

/* Returns true if A and B access different slots of one unsplit ring: their numbers do not
   differ by a multiple of the number of slots.  */
static bool
other_slot (const struct px_acc *a, const struct px_acc *b, const struct px_stmt *loop, int d)
{
  if (!a->numbered || !b->numbered || a->obj != b->obj || !a->obj->ring
      || a->num_loop != b->num_loop)
    return false;
  if (loop && (loop != a->num_loop || d == PX_FAR))
    return false;
  return (b->num + d - a->num) % a->obj->ring->slots != 0;
}

static int
meet (struct px_fn *f, const struct px_acc *a, const struct px_acc *b, const struct px_stmt *loop,
      int d)
{
  if (b->op->timeline == PX_END)
    return at_end (f, a);
  if (a->op->timeline == PX_ENTRY)
    return px_start (a) ? f->s_cluster : 0;
  if (other_slot (a, b, loop, d) && (!loop || d))
    return PX_APART;
  return f->opts.need ? f->opts.need (f->opts.ctx, f, a, b, loop, d) : PX_UNKNOWN;
}

/* Reports a problem once for all distances of an edge.  */
static void
report_once (struct px_fn *f, struct px_problem p)
{
  const struct px_problem *last = f->nproblem ? &f->problem[f->nproblem - 1] : NULL;
  if (!last || last->kind != p.kind || last->edge.a != p.edge.a || last->edge.b != p.edge.b
      || last->edge.loop != p.edge.loop)
    PX_PUSH (&f->pool, f->problem, f->nproblem, f->capproblem, p);
}

/* Returns true if units of P have a barrier and SCOPE is ordered by it.  */
static bool
ordered (const struct px_fn *f, struct px_persp p, int scope)
{
  int s = p.n ? px_scope_of (f, p) : -1;
  return s >= 0 && px_holds (f, s, scope);
}

int
px_in_turn (const struct px_acc *a, const struct px_acc *b, const struct px_stmt *loop)
{
  if (loop && px_inside (loop, a->op))
    return loop->body[0]->scope;
  const struct px_seq *q = a->op->seq;
  while (q->up && !px_inside (q->up, b->op))
    q = q->up->seq;
  return q->scope;
}

/* Reports E, from a bulk load to what the same fill does: its bytes are counted at the slot's barrier, for which only
   the drains wait.  Multicasts of different statements, of which it is not known where they are, are believed to
   be apart: blocks bring parts of a slot to each other.  One that a loop repeats is not believed.  */
static void
again_in_fill (struct px_fn *f, const struct px_edge *e)
{
  struct px_problem p = {};
  p.kind = PX_E_RING;
  p.ring = e->a->obj->ring;
  p.stmt = e->b->op;
  p.stmt2 = e->a->op == e->b->op ? NULL : e->a->op;
  p.text = "a fill accesses again what a bulk load of it brings";
  bool known = !e->proved && (e->a->remote || e->b->remote) && !(e->loop && e->a->op == e->b->op);
  for (int i = 0; i < f->nproblem; i++)
    known |= f->problem[i].ring == p.ring;
  if (!known)
    PX_PUSH (&f->pool, f->problem, f->nproblem, f->capproblem, p);
}

bool
px_one_issuer (const struct px_stmt *x, const struct px_stmt *y)
{
  const struct px_seq *p = x->seq, *q = y->seq;
  return x->elect == 1 && y->elect == 1 && p->persp.level == q->persp.level
	 && p->persp.n == q->persp.n && p->first == q->first && p->span == q->span;
}

/* Adds the hazard.  MEET is an answer of px_need: which units may meet.  */
static void
hazard (struct px_fn *f, struct px_acc *a, struct px_acc *b, struct px_stmt *loop, int d, int meet)
{
  struct px_edge e = { a, b, loop, d, meet, px_fence_due (a, b), true };
  bool unsafe = a->op->unsafe || b->op->unsafe;
  if (e.scope == PX_UNKNOWN)
    {
      e.scope = cap (f, a, b, loop);
      e.proved = false;
    }
  /* Atomics are ordered as the code is, which implies no order between units that run it
     concurrently.  */
  bool soft = unsafe || px_atomics_differ (a, b);
  if (px_atomics_differ (a, b) && e.scope >= 0)
    {
      int s = px_in_turn (a, b, loop);
      e.scope = px_holds (f, e.scope, s) ? s : e.scope;
    }
  if (e.scope == PX_APART || (e.scope == 0 && px_in_order (a, b)))
    return;
  struct px_persp p = f->scope[e.scope];
  struct px_problem bad = {};
  bad.edge = e;
  bad.scope = e.scope;
  if (a->op->timeline == PX_BULK_LOAD && a->ringop && a->ringop == b->ringop)
    {
      if (!unsafe)
	again_in_fill (f, &e);
      return;
    }
  if (p.level == PX_GRID && !f->cooperative)
    {
      bad.kind = PX_E_GRID;
      if (e.proved && !soft)
	{
	  report_once (f, bad);
	  return;
	}
      const struct px_edge *last = f->nundecided ? &f->undecided[f->nundecided - 1] : NULL;
      if (!last || last->a != a || last->b != b || last->loop != loop)
	PX_PUSH (&f->pool, f->undecided, f->nundecided, f->capundecided, e);
      e.scope = f->s_block;
    }
  else if (p.level == PX_BLOCK && p.n != 1 && p.n != f->cluster)
    {
      bad.kind = PX_E_BLOCKS;
      if (!soft)
	report_once (f, bad);
      return;
    }
  /* In a unit of their code one thread issues both: it waits alone.  */
  if (px_one_issuer (a->op, b->op) && px_holds (f, a->op->seq->scope, e.scope))
    e.scope = 0;
  if (!px_asyn (a) && !e.fence
      && (!e.scope || ordered (f, a->after, e.scope) || ordered (f, b->before, e.scope)))
    return;
  struct px_hazard *h = (struct px_hazard *) px_alloc (&f->pool, sizeof *h);
  h->e = e;
  PX_PUSH (&f->pool, f->hz, f->nhz, f->caphz, h);
}

/* Rule D3.  Returns true if A and B use the same storage in different branches of one split of
   threads: their objects must not share it.  Blocks have memory of their own.  What boxes share px_need knows.  */
static bool
misuse_storage (const struct px_acc *a, const struct px_acc *b)
{
  if (a->obj == b->obj || a->obj->boxes || a->obj->store != b->obj->store || a->op->synth
      || b->op->synth)
    return false;
  for (const struct px_seq *q = a->op->seq; q->up; q = q->up->seq)
    if (q->up->kind == PX_SPLIT && q->up->persp.level == PX_THREAD && px_inside (q->up, b->op))
      {
	const struct px_seq *r = b->op->seq;
	while (r->up != q->up)
	  r = r->up->seq;
	return r != q;
      }
  return false;
}

static void
storage (struct px_fn *f)
{
  for (int i = 0; i < f->nacc; i++)
    for (int j = 0; j < i; j++)
      if (misuse_storage (f->acc[j], f->acc[i]))
	{
	  struct px_problem p = {};
	  p.kind = PX_E_STORE;
	  p.edge.a = f->acc[j];
	  p.edge.b = f->acc[i];
	  PX_PUSH (&f->pool, f->problem, f->nproblem, f->capproblem, p);
	  return;
	}
}

/* Returns the outermost loop around B that starts after A, provided that every loop around A is
   also around it; else NULL.  */
static struct px_stmt *
loop_after (const struct px_acc *a, const struct px_acc *b)
{
  struct px_stmt *found = NULL;
  for (struct px_stmt *s = b->op->seq->up; s && !px_inside (s, a->op); s = s->seq->up)
    if (s->kind == PX_LOOP)
      found = s;
  return found && found->may_repeat && a->op->order < found->order && found->loops == a->depth
	   ? found
	   : NULL;
}

/* Sets a->ahead: a copy before a loop may be waited for in the iteration that needs it.  This
   is the first such loop, for each cp.async without a number.  */
static void
loops_ahead (struct px_fn *f)
{
  for (int i = 0; i < f->nacc; i++)
    for (int j = 0; j < f->nacc && f->opts.ahead && !f->acc[i]->ahead; j++)
      if (f->acc[i]->op->timeline == PX_CPASYNC && f->acc[i]->kind == PX_WRITE
	  && !f->acc[i]->numbered && conflict (f, f->acc[i], f->acc[j])
	  && !ordered_by_ring (f->acc[i], f->acc[j], NULL))
	f->acc[i]->ahead = loop_after (f->acc[i], f->acc[j]);
}

/* Returns true if an order for distance 1 also orders all larger distances: the units that may
   MEET there are all that ever can.  */
static bool
all_served (const struct px_fn *f, const struct px_acc *a, const struct px_acc *b, int meet)
{
  if (px_asyn (a) || px_asyn (b) || a->numbered || b->numbered)
    return false;
  return meet == PX_UNKNOWN ? a->obj->space == PX_SHARED && !a->obj->remote
			    : meet >= 0 && px_holds (f, meet, f->s_block);
}

void
px_hazards (struct px_fn *f)
{
  storage (f);
  loops_ahead (f);
  f->hz_first = (int *) px_alloc (&f->pool, (f->nacc + 1) * sizeof (int));
  for (int j = 0; j < f->nacc; j++)
    {
      struct px_acc *b = f->acc[j];
      f->hz_first[j] = f->nhz;
      for (int i = 0; i < f->nacc; i++)
	{
	  struct px_acc *a = f->acc[i];
	  if (!conflict (f, a, b) || (a->op->unsafe && b->op->unsafe))
	    continue;
	  struct px_stmt *ahead = a->ahead && px_inside (a->ahead, b->op) ? a->ahead : NULL;
	  if (!ahead && a->op->order < b->op->order && !ordered_by_ring (a, b, NULL))
	    hazard (f, a, b, NULL, 0, meet (f, a, b, NULL, 0));
	  for (int d = 1; ahead && d <= PX_FAR && (ahead->count.of || d <= ahead->count.k); d++)
	    hazard (f, a, b, ahead, d, meet (f, a, b, ahead, d));
	  for (int l = 0; l < a->depth && l < b->depth && a->loop[l] == b->loop[l]; l++)
	    if (struct px_stmt *s = a->loop[l]; s->may_repeat && !ordered_by_ring (a, b, s))
	      {
		int any = f->opts.ask_all || !f->opts.need ? meet (f, a, b, s, 0) : PX_ASK;
		for (int d = 1; d <= PX_FAR && (s->count.of || d < s->count.k); d++)
		  {
		    int m = any == PX_ASK	      ? meet (f, a, b, s, d)
			    : other_slot (a, b, s, d) ? PX_APART
						      : any;
		    hazard (f, a, b, s, d, m);
		    if (d == 1 && any == PX_ASK && all_served (f, a, b, m))
		      any = m;
		  }
	      }
	}
    }
  f->hz_first[f->nacc] = f->nhz;
}
