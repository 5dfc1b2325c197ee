/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each wait for bulk loads is for the phase that it means.

   A thread waits for a phase of an mbarrier by its parity.  If the phase before may
   still go on, the wait takes the end of the one before that for the end of its own; if
   the next one may have ended, it waits for ever.  The issuers know the phase before to
   be over when they begin one; the others know it if they waited for it, or once a
   barrier has come after the beginning.  So a wait needs a barrier before it where two
   phases may have begun since the last one (a *gate*), and one behind it where the next
   phase may come to its end without one (a *turn*).  A wgmma is as good as a barrier of its
   threads once it is waited for, as it begins when all of them have issued it.  */
#include "infer/infer.h"
#include <stdlib.h>
#include <string.h>

struct phase
{
  int8_t begun;	 /* phases that a thread may not know to be over, 0 … 2 */
  int8_t since;	 /* phases begun since a wait that no barrier has followed; -1: there is none */
  bool together; /* a wgmma was issued since then, and since the last phase was begun */
  struct px_sync *open; /* that wait */
};

/* Runs that share mbarriers, as those of a ring's numbers do.  */
struct line
{
  int first, slots;
}; /* the first of them; 0: no ring */

struct walk
{
  struct px_fn *f;
  struct line *line;	       /* per run */
  struct px_sync *gate, *turn; /* the first wait that needs one */
  int scope;		       /* of it */
};

static bool
loads (const struct px_stmt *s)
{
  return s->kind == PX_OP && s->timeline == PX_BULK_LOAD && s->run >= 0;
}

static struct line
line_of (const struct px_fn *f, int run)
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

/* BACK: what stands at Q's end only where another iteration follows; else what always does.  */
static void
place (struct walk *w, struct px_seq *q, int i, struct phase *x, bool back)
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
	      if (p->begun > 1 && !w->gate && !w->turn)
		{
		  w->gate = s;
		  w->scope = c->seq->scope;
		}
	      *p = { 0, 0, false, s };
	    }
	if (s
	    && ((s->scope && px_holds (f, s->scope, c->seq->scope))
		|| (s->wait[PX_W_WGMMA] == 0 && p->together)))
	  *p = { (int8_t) (p->begun > 0), -1, false, NULL };
      }
}

/* Does anything depend on X?  */
static bool
matters (const struct phase *x)
{
  return x->begun || x->since >= 0;
}

/* X becomes what either may be.  True if that is more than it was.  */
static bool
join (const struct px_fn *f, struct phase *x, const struct phase *y)
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
      place (w, q, i, x, false);
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
	      join (w->f, out, x);
	      if (s->kind != PX_LOOP || !s->may_repeat)
		continue;
	      place (w, s->body[b], s->body[b]->nst, x, true);
	      again |= join (w->f, in, x);
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
      w.line[r] = line_of (f, r);
    }
  sequence (&w, f->body, x);
  *gate = w.gate;
  *turn = w.turn;
  *scope = w.scope;
  return !w.gate && !w.turn;
}
