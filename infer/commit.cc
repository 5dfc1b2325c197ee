/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Groups the asynchronous operations into runs and places a commit after each
   (doc/internals/30-sync): outside guards that contain only fills, and before a fill that must
   wait for another.  Needs px_prepare.  Sets f->commit and the items of its places.  */
#include "infer/infer.h"

struct run
{
  struct px_stmt **op;
  int n, cap;
};

static bool
collect_runs (struct px_fn *f, struct px_stmt *s, int timeline, struct run *r)
{
  if (s->kind == PX_OP)
    {
      if (s->timeline == timeline)
	PX_PUSH (&f->pool, r->op, r->n, r->cap, s);
      return s->timeline == timeline;
    }
  /* A unit that leaves the loop here would skip the commit.  */
  bool out = s->kind == PX_IF && s->leaves && r->n;
  if (out || s->kind == PX_FILL || s->kind == PX_DRAIN || s->kind == PX_SPLIT || s->kind == PX_WORK)
    return false;
  for (int i = 0; i < s->nbody; i++)
    for (int j = 0; j < s->body[i]->nst; j++)
      if (!collect_runs (f, s->body[i]->st[j], timeline, r))
	return false;
  return true;
}

static bool
same_number (const struct px_stmt *a, const struct px_stmt *b)
{
  /* The numbers of a ring alternate between its mbarriers, so both accesses must be numbered or
     neither.  */
  if (a->timeline == PX_BULK_LOAD && a->acc[0].numbered != b->acc[0].numbered)
    return false;
  for (int i = 0; i < a->nacc; i++)
    for (int j = 0; j < b->nacc; j++)
      {
	const struct px_acc *x = &a->acc[i], *y = &b->acc[j];
	bool differ = x->numbered != y->numbered || x->num != y->num || x->num_loop != y->num_loop;
	if (differ && ((x->numbered && y->numbered) || x->obj == y->obj))
	  return false;
      }
  return true;
}

/* Returns the first iteration of the loop after OP that needs the result of OP, counted from 1;
   0: none.  */
static int
needed_by (const struct px_fn *f, const struct px_stmt *op)
{
  int first = 0;
  for (int h = 0; h < f->nhz; h++)
    {
      const struct px_edge *e = &f->hz[h]->e;
      if (e->a->op == op && e->loop && e->loop == e->a->ahead && (!first || e->d < first))
	first = e->d;
    }
  return first;
}

/* Returns true if no operation of the run R, which is within statements FROM … TO of Q, must
   wait for another operation of R.  */
static bool
free_run (const struct px_fn *f, const struct run *r, const struct px_seq *q, int from, int to)
{
  for (int i = 0; i < r->n; i++)
    for (int j = 0; j < r->n; j++)
      {
	if (!same_number (r->op[i], r->op[j]) || needed_by (f, r->op[i]) != needed_by (f, r->op[j]))
	  return false;
	for (int k = 0; k < r->op[j]->nacc; k++)
	  {
	    int b = r->op[j]->acc[k].id;
	    for (int h = f->hz_first[b]; h < f->hz_first[b + 1]; h++)
	      {
		const struct px_edge *e = &f->hz[h]->e;
		if (e->a->op != r->op[i])
		  continue;
		bool within = !e->loop;
		for (int t = from; t <= to && !within; t++)
		  within = px_inside (q->st[t], e->loop);
		if (within)
		  return false;
	      }
	  }
      }
  return true;
}

/* Returns how many groups of wgmma are committed between the end of drain S and its release, at
   least: conditions and loops may commit none.  */
static int
groups_newer (const struct px_fn *f, const struct px_stmt *s)
{
  struct px_seq *q;
  int place, n = 0;
  px_release_place (s, &q, &place);
  for (int i = 0; i < f->ncommit; i++)
    {
      const struct px_commit *c = &f->commit[i];
      const struct px_seq *in = c->seq;
      int at = c->idx;
      while (in != q && in->up && in->up->kind != PX_IF && in->up->kind != PX_LOOP
	     && in->up->kind != PX_SPLIT)
	{
	  at = in->up->idx + 1;
	  in = in->up->seq;
	}
      n += c->timeline == PX_WGMMA && in == q && at > place - s->hold && at <= place;
    }
  return n < PX_FAR ? n : PX_FAR;
}

void
px_commits (struct px_fn *f)
{
  for (int i = 0; i < f->nstmt; i++)
    {
      struct px_stmt *op = f->stmt[i], *top = op;
      op->run = -1;
      if (op->kind != PX_OP || op->timeline < PX_CPASYNC || op->timeline > PX_WGMMA
	  || (op->timeline == PX_BULK_LOAD && op->acc[0].ringop))
	continue;
      struct run r = {}, t;
      PX_PUSH (&f->pool, r.op, r.n, r.cap, op);
      while (top->seq->up)
	{
	  struct px_stmt *up = top->seq->up;
	  t = {};
	  /* A number that is not filled has no phase, so its commit must stay inside the
	     condition.  */
	  if (up->kind == PX_IF && op->timeline == PX_BULK_LOAD && op->acc[0].numbered)
	    break;
	  if (up->kind == PX_FILL || up->kind == PX_DRAIN || up->kind == PX_SPLIT
	      || !collect_runs (f, up, op->timeline, &t)
	      || !free_run (f, &t, up->seq, up->idx, up->idx))
	    break;
	  r = t;
	  top = up;
	}
      struct px_seq *q = top->seq;
      int to = top->idx;
      while (to + 1 < q->nst)
	{
	  t = {};
	  for (int k = top->idx; k <= to + 1; k++)
	    if (!collect_runs (f, q->st[k], op->timeline, &t))
	      {
		t.n = 0;
		break;
	      }
	  if (t.n <= r.n || !free_run (f, &t, q, top->idx, to + 1))
	    break;
	  r = t;
	  to++;
	}
      for (int k = 0; k < f->ncommit && op->run < 0; k++)
	if (f->commit[k].seq == q && f->commit[k].idx == to + 1
	    && f->commit[k].timeline == op->timeline)
	  op->run = k;
      if (op->run >= 0)
	continue;
      op->run = f->ncommit;
      px_item_put (f, q, to + 1, PX_I_COMMIT)->timeline = op->timeline;
      bool again = op->timeline == PX_BULK_LOAD && !op->acc[0].numbered && px_repeats_p (q);
      struct px_commit c = { op->timeline, q, top->idx, to + 1, again, -1, 0 };
      PX_PUSH (&f->pool, f->commit, f->ncommit, f->capcommit, c);
    }
  for (int i = 0; i < f->nstmt; i++)
    if (f->stmt[i]->hold || f->stmt[i]->flush)
      {
	struct px_seq *q;
	int place;
	px_release_place (f->stmt[i], &q, &place);
	f->stmt[i]->newer = f->stmt[i]->hold ? groups_newer (f, f->stmt[i]) : 0;
	px_item_put (f, q, place, PX_I_RELEASE)->drain = f->stmt[i];
      }
  /* The issuers wait for the previous phase, which orders two loads of one run.  */
  for (int h = 0; h < f->nhz; h++)
    {
      const struct px_stmt *a = f->hz[h]->e.a->op, *b = f->hz[h]->e.b->op;
      f->hz[h]->same |= a->timeline == PX_BULK_LOAD && b->timeline == PX_BULK_LOAD && a->run >= 0
			&& a->run == b->run && f->commit[a->run].again && f->hz[h]->e.loop;
    }
}
