/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes texts for messages and px_explain: names of accesses, edges, synchronisations, parts
   and problems.  They are allocated in the function's pool.  */
#include "infer/infer.h"
#include <string.h>

static const char *const kind_name[] = { "read", "write", "atomic", "atomic read" };

const char *
px_scope_name (const struct px_fn *f, int s)
{
  static __thread char buf[4][24];
  static __thread int turn;
  char *b = buf[turn = (turn + 1) & 3];
  if (s < 0 || s >= f->nscope)
    return "?";
  snprintf (b, sizeof buf[0], "%s[%d]", px_word_level[f->scope[s].level], f->scope[s].n);
  return b;
}

const char *
px_acc_name (struct px_fn *f, const struct px_acc *a)
{
  static const char *const how[]
    = { "", "cp.async ", "bulk load's ", "bulk store's ", "wgmma's ", "", "" };
  const struct px_stmt *op = a->op;
  if (op->timeline == PX_END)
    return f->kernel ? "the kernel's end" : "the function's end";
  if (op->timeline == PX_ENTRY)
    return f->kernel ? "the block's start" : "the caller's writes";
  const char *at = op->loc.line ? px_textf (&f->pool, " at line %d", op->loc.line) : "";
  if (op->callee)
    return px_textf (&f->pool, "%s of %s by %s%s", kind_name[a->kind], a->obj->name, op->callee,
		     at);
  return px_textf (&f->pool, "%s%s of %s%s", how[op->timeline], kind_name[a->kind], a->obj->name,
		   at);
}

static const char *
edge_name (struct px_fn *f, const struct px_edge *e)
{
  const char *r = px_textf (&f->pool, "%s -> %s", px_acc_name (f, e->a), px_acc_name (f, e->b));
  if (e->loop)
    r = px_textf (&f->pool, "%s, %d%s iteration%s of %s later", r, e->d,
		  e->d == PX_FAR ? " or more" : "", e->d > 1 ? "s" : "", e->loop->var);
  return px_textf (&f->pool, "%s, units of %s%s", r, px_scope_name (f, e->scope),
		   e->proved ? "" : " (not decided)");
}

static const char *const wait_name[] = { "cp.async", "bulk.read", "bulk", "wgmma" };

const char *
px_sync_name (struct px_fn *f, const struct px_sync *s)
{
  const char *r = "";
  for (int w = 0; w < PX_WAITS; w++)
    if (s->wait[w] >= 0)
      r = px_textf (&f->pool, "%s%s<=%d ", r, wait_name[w], s->wait[w]);
  for (int i = 0; i < s->ntw; i++)
    {
      const struct px_twait *t = &s->tw[i];
      r = px_textf (&f->pool, "%sload %s%s ", r, t->a->obj->name,
		    t->loop ? px_textf (&f->pool, "#%s+%d", t->loop->var, t->num) : "");
    }
  if (s->fence)
    r = px_textf (&f->pool, "%sfence%s ", r,
		  s->fence == PX_FENCE_SHARED	? ""
		  : s->fence == PX_FENCE_GLOBAL ? ".global"
						: ".all");
  if (s->scope)
    r = px_textf (&f->pool, "%s%s%s ", r, px_scope_name (f, s->scope),
		  s->arrive >= 0 ? " split" : "");
  return px_text (&f->pool, r, *r ? (int) strlen (r) - 1 : 0);
}

const char *
px_part_name (struct px_fn *f, const struct px_part *p)
{
  static const char *const what[] = { "barrier",
				      "wait",
				      "bulk load's wait",
				      "fence",
				      "full",
				      "empty",
				      "wait before empty",
				      "fence before full",
				      "gather before full",
				      "gather before empty",
				      "completion before full" };
  const char *r = px_textf (&f->pool, "%d: %s", p->num, what[p->kind]);
  if (p->kind == PX_P_WAIT || p->kind == PX_P_RELEASE)
    r = px_textf (&f->pool, "%s (%s)", r, wait_name[p->which]);
  if (p->ring)
    return px_textf (&f->pool, "%s of ring %s", r, p->ring->name);
  int line = px_place_line (p->sync->seq, p->sync->idx);
  return px_textf (&f->pool, "%s at %s", r,
		   line > 0   ? px_textf (&f->pool, "line %d", line)
		   : line < 0 ? "the end"
			      : px_textf (&f->pool, "place %d.%d", p->sync->seq->id, p->sync->idx));
}

int
px_place_line (const struct px_seq *q, int i)
{
  if (i >= q->nst || q->st[i]->synth)
    return q->up ? 0 : -1;
  return q->st[i]->loc.line;
}

const char *
px_problem_name (struct px_fn *f, const struct px_problem *p)
{
  switch (p->kind)
    {
    case PX_E_PLACE:
      return px_textf (&f->pool, "no place can order %s: the code there is %s",
		       edge_name (f, &p->edge), px_scope_name (f, p->scope2));
    case PX_E_GRID:
      return px_textf (&f->pool, "blocks meet without `cooperative': %s", edge_name (f, &p->edge));
    case PX_E_BLOCKS:
      return px_textf (&f->pool, "several blocks that are not the cluster meet: %s",
		       edge_name (f, &p->edge));
    case PX_E_STORE:
      return px_textf (&f->pool, "live together but in one place: %s, %s",
		       px_acc_name (f, p->edge.a), px_acc_name (f, p->edge.b));
    case PX_E_STEP:
      return px_textf (&f->pool, "ring %s is filled %s and drained %s", p->ring->name, p->text,
		       p->text2);
    case PX_E_LIVE:
      return px_textf (&f->pool, "ring %s blocks for ever: %s", p->ring->name, p->text);
    case PX_E_RING: return px_textf (&f->pool, "ring %s: %s", p->ring->name, p->text);
    case PX_E_SCOPES:
      return px_textf (&f->pool, "more than %d perspectives in one function", PX_MAX_SCOPES);
    case PX_E_BARRIERS:
      return px_textf (&f->pool, "needs %d named barriers, its signature has barriers (%d)",
		       p->need, f->barriers);
    case PX_E_MBARRIERS: return "needs mbarriers, and is compiled alone";
    }
  return "?";
}

const char *
px_place_name (struct px_fn *f, const struct px_seq *q, int i)
{
  int line = px_place_line (q, i);
  return line > 0   ? px_textf (&f->pool, "line %d", line)
	 : line < 0 ? "the end"
		    : px_textf (&f->pool, "place %d.%d", q->id, i);
}

static const char *const prim_name[] = { "none",     "bar.warp.sync",	"barrier.cta", "bar.sync 0",
					 "mbarrier", "barrier.cluster", "grid barrier" };

void
px_explain (struct px_fn *f, FILE *o)
{
  for (int i = 0; i < f->nproblem; i++)
    fprintf (o, "error: %s\n", px_problem_name (f, &f->problem[i]));
  for (int i = 0; i < f->nsync; i++)
    {
      struct px_sync *s = f->sync[i];
      fprintf (o, "%d: before %s%s", s->num, px_place_name (f, s->seq, s->idx),
	       s->back ? ", but the first time" : "");
      if (s->arrive >= 0)
	fprintf (o, ", arrive before %s", px_place_name (f, s->seq, s->arrive));
      fprintf (o, ": %s", px_sync_name (f, s));
      if (s->prim)
	{
	  fprintf (o, " by %s%s", prim_name[s->prim], s->aligned ? " (aligned)" : "");
	  if (s->prim == PX_PRIM_WARP)
	    fprintf (o, " mask 0x%x", (unsigned) s->mask);
	  if (s->prim == PX_PRIM_NAMED)
	    fprintf (o, " %d%s%s, %d threads", s->bar, s->units != 1 ? " + unit" : "",
		     f->kernel ? "" : " (relative)", s->threads);
	  if (s->prim == PX_PRIM_MBARRIER)
	    fprintf (o, " %d, count %d", s->mbar, s->threads);
	}
      fprintf (o, "\n");
      for (int k = 0; k < s->nwhy; k++)
	fprintf (o, "   %s\n", edge_name (f, &s->why[k]));
    }
  for (int i = 0; i < f->nrsync; i++)
    {
      struct px_ring_sync *r = f->rsync[i];
      if (r->named)
	{
	  fprintf (o, "turn %s: barrier.cta %d, %d threads\n", r->ring->name, r->named,
		   r->named_threads);
	  continue;
	}
      fprintf (o, "ring %s: full: %d arrival%s%s%s%s", r->ring->name, r->full_count,
	       r->full_count == 1 ? "" : "s",
	       r->expected ? " with the bytes"
	       : r->tx	   ? " and the bytes"
			   : "",
	       r->cpasync ? ", after cp.async" : "", r->fence ? ", after the fence" : "");
      if (r->narrow)
	fprintf (o, ", at block[1]");
      if (r->empty)
	{
	  fprintf (o, "; empty: %d arrival%s (", r->empty_count, r->empty_count == 1 ? "" : "s");
	  for (int d = 0; d < r->ndrain; d++)
	    fprintf (o, "%sone of %d%s", d ? ", " : "", r->empty_elect[d],
		     r->gather[d] ? " after their barrier" : "");
	  fprintf (o, ")");
	}
      else
	fprintf (o, "; no empty");
      for (int w = 0; w < PX_WAITS; w++)
	if (r->wait[w] >= 0)
	  fprintf (o, ", after %s<=%d", wait_name[w], r->wait[w]);
      for (int d = 0; d < r->ndrain && r->empty; d++)
	if (r->drain[d]->hold)
	  fprintf (o, ", drain %d after its end, after %s<=%d", d, wait_name[PX_W_WGMMA],
		   px_release_wait (r, r->drain[d], PX_W_WGMMA));
      fprintf (o, "\n");
    }
  for (int i = 0; i < f->ncommit; i++)
    {
      const struct px_commit *c = &f->commit[i];
      static const char *const what[] = { "", "cp.async", "bulk loads", "bulk stores", "wgmma" };
      fprintf (o, "commit of %s from %s to %s", what[c->timeline],
	       px_place_name (f, c->seq, c->begin), px_place_name (f, c->seq, c->idx));
      if (c->slots)
	fprintf (o, ": mbarrier %d%s%s", c->mbar, c->slots > 1 ? " + slot" : "",
		 c->again ? ", the last phase first" : "");
      fprintf (o, "\n");
    }
  for (int i = 0; i < f->nundecided; i++)
    fprintf (o, "not decided: %s\n", edge_name (f, &f->undecided[i]));
  for (int i = 0; i < f->npart; i++)
    fprintf (o, "part %s\n", px_part_name (f, &f->part[i]));
}
