/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ensures that each wait for bulk loads waits for the intended phase.

   A thread waits for a phase of an mbarrier by its parity.  If the previous phase may still be
   incomplete, the wait mistakes the end of the phase before that for the end of its own.  If the
   next phase may have ended, the wait never ends.  The issuers know that the previous phase is
   complete when they begin one.  Other threads know it if they waited for it, or after a barrier
   that follows the beginning.  So a wait needs a barrier before it if two
   phases may have begun since the last barrier (a *gate*), and one after it if the next
   phase may end without one (a *turn*).  A completed wgmma is as good as a barrier of its
   threads, as it begins only when all of them have issued it.  */
#include "infer/infer.h"
#include <stdlib.h>
#include <string.h>

struct phase
{
  int8_t begun;	 /* phases that a thread may not know to be complete, 0 … 2 */
  int8_t since;	 /* phases begun since a wait that no barrier has followed; -1: there is no such
		    wait */
  bool together; /* a wgmma was issued since that wait and since the last phase began */
  struct px_sync *open; /* the wait of `since' */
};

/* Runs that share mbarriers, such as the fills of one ring's numbers.  */
struct line
{
  int first, slots;
}; /* first: the first of the runs; slots 0: not a ring */

struct walk
{
  struct px_fn *f;
  struct line *line;	       /* by run */
  struct px_sync *gate, *turn; /* the first wait that needs one */
  int scope;		       /* the gate's scope */
};

static bool
loads (const struct px_stmt *s)
{
  return s->kind == PX_OP && s->timeline == PX_BULK_LOAD && s->run >= 0;
}

static struct line
mbarriers_of (const struct px_fn *f, int run)
{
  const struct px_ring *ring = NULL;
  struct line l = { run, 0 };
  for (int i = 0; i < f->nstmt; i++)
    if (loads (f->stmt[i]) && f->stmt[i]->run == run && f->stmt[i]->acc[0].numbered)
      ring = f->stmt[i]->acc[0].obj->ring;
  for (int i = f->nstmt - 1; i >= 0 && ring; i--)
    if (loads (f->stmt[i]) && f->stmt[i]->acc[0].numbered && f->stmt[i]->acc[0].obj->ring == ring)
      l = { f->stmt[i]->run, ring->slots };
  return l;
}

/* How many phases of a line of MOST mbarriers have begun after the one that T, a wait before statement I of Q,
   waits for.  A wait for all numbers of a ring may wait for one that is MOST - 1 numbers old.  */
static int
begun_after (const struct px_twait *t, const struct px_seq *q, int i, int most)
{
  if (!t->loop)
    return most - 1;
  const struct px_stmt *op = t->a->op;
  while (op->seq != q && op->seq->up)
    op = op->seq->up;
  int begun = t->d - (op->seq == q && op->idx >= i);
  return begun < 0 ? 0 : begun < most ? begun : most - 1;
}

/* Applies the items before statement I of Q: if BACK only those of the back edge, which run if
   another iteration follows; otherwise all but those.  */
static void
apply_place (struct walk *w, struct px_seq *q, int i, struct phase *x, bool back)
{
  struct px_fn *f = w->f;
  for (struct px_item *it = q->at[i]; it; it = it->next)
    for (int r = 0; r < f->ncommit && (it->kind == PX_I_BACK) == back; r++)
      {
	const struct px_commit *c = &f->commit[r];
	struct px_sync *s = it->kind == PX_I_SYNC || back ? it->sync : NULL;
	struct phase *p = &x[w->line[r].first];
	int slots = w->line[r].slots, most = slots ? slots : 1;
	if (c->timeline != PX_BULK_LOAD || c->seq->span == 1)
	  continue;
	if (it->kind == PX_I_COMMIT && it->timeline == PX_BULK_LOAD && c->seq == q && c->idx == i)
	  {
	    if (p->since >= 0 && p->since < most)
	      p->since++;
	    if (p->since == most && !w->gate && !w->turn)
	      {
		w->turn = p->open;
		w->scope = c->seq->scope;
	      }
	    if (!slots && p->begun < 2)
	      p->begun++;
	    p->together = false;
	  }
	for (int t = 0; s && t < s->ntw; t++)
	  if (s->tw[t].a->op->run == r)
	    {
	      int since = begun_after (&s->tw[t], q, i, most);
	      if (p->begun > 1 && !w->gate && !w->turn)
		{
		  w->gate = s;
		  w->scope = c->seq->scope;
		}
	      *p = { 0, (int8_t) (slots && p->since > since ? p->since : since), false, s };
	    }
	if (s
	    && ((s->scope && px_holds (f, s->scope, c->seq->scope))
		|| (s->wait[PX_W_WGMMA] == 0 && p->together)))
	  *p = { (int8_t) (p->begun > 0), -1, false, NULL };
      }
}

/* Returns true if X differs from the initial state.  */
static bool
matters (const struct phase *x)
{
  return x->begun || x->since >= 0;
}

/* Joins Y into X.  Returns true if X changed.  */
static bool
join_phases (const struct px_fn *f, struct phase *x, const struct phase *y)
{
  bool more = false;
  for (int r = 0; r < f->ncommit; r++)
    {
      bool together = !matters (&x[r]) ? matters (&y[r]) && y[r].together
				       : x[r].together && (y[r].together || !matters (&y[r]));
      more |= y[r].begun > x[r].begun || y[r].since > x[r].since || together != x[r].together;
      x[r].together = together;
      if (y[r].begun > x[r].begun)
	x[r].begun = y[r].begun;
      if (y[r].since > x[r].since)
	{
	  x[r].since = y[r].since;
	  x[r].open = y[r].open;
	}
    }
  return more;
}

static void
sequence (struct walk *w, struct px_seq *q, struct phase *x)
{
  int n = w->f->ncommit;
  struct phase *in = (struct phase *) px_alloc (&w->f->pool, 2 * n * sizeof *in), *out = in + n;
  for (int i = 0; i <= q->nst; i++)
    {
      const struct px_stmt *s = i < q->nst ? q->st[i] : NULL;
      apply_place (w, q, i, x, false);
      for (int r = 0; s && r < n && s->kind == PX_OP && s->timeline == PX_WGMMA; r++)
	x[r].together |= px_holds (w->f, px_scope_of (w->f, { PX_THREAD, s->coll }),
				   w->f->commit[r].seq->scope);
      if (!s || !s->nbody)
	continue;
      bool past = s->kind == PX_LOOP ? s->may_skip
				     : s->kind == PX_SPLIT || (s->kind == PX_IF && s->nbody < 2),
	   again;
      memcpy (in, x, n * sizeof *x);
      for (int r = 0; r < n; r++)
	out[r] = past ? x[r] : phase{ 0, -1, false, NULL };
      do
	{
	  again = false;
	  for (int b = 0; b < s->nbody; b++)
	    {
	      memcpy (x, in, n * sizeof *x);
	      sequence (w, s->body[b], x);
	      join_phases (w->f, out, x);
	      if (s->kind != PX_LOOP || !s->may_repeat)
		continue;
	      apply_place (w, s->body[b], s->body[b]->nst, x, true);
	      again |= join_phases (w->f, in, x);
	    }
	}
      while (again);
      memcpy (x, out, n * sizeof *x);
    }
}

bool
px_phases (struct px_fn *f, struct px_sync **gate, struct px_sync **turn, int *scope)
{
  struct walk w
    = { f, (struct line *) px_alloc (&f->pool, (f->ncommit + 1) * sizeof *w.line), NULL, NULL, 0 };
  struct phase *x = (struct phase *) px_alloc (&f->pool, (f->ncommit + 1) * sizeof *x);
  for (int r = 0; r < f->ncommit; r++)
    {
      x[r].since = -1;
      w.line[r] = mbarriers_of (f, r);
    }
  sequence (&w, f->body, x);
  *gate = w.gate;
  *turn = w.turn;
  *scope = w.scope;
  return !w.gate && !w.turn;
}
