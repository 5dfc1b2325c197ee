/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the synchronisation graph (accesses, edges, points, inferred synchronisations) as text
   for the tests and for Graphviz (-fplugin-arg-px-dcfg).  */
#include "infer/infer.h"

static const char *
place_mark (struct px_fn *f, const struct px_seq *q, int i)
{
  const char *r = "";
  for (int k = 0; k < f->nsync; k++)
    {
      if (f->sync[k]->seq == q && f->sync[k]->idx == i)
	r = px_textf (&f->pool, "%s%s%d", r, *r ? ", " : "", f->sync[k]->num);
      if (f->sync[k]->seq == q && f->sync[k]->arrive == i)
	r = px_textf (&f->pool, "%s%sarrive %d", r, *r ? ", " : "", f->sync[k]->num);
    }
  return r;
}

/* Calls FN once for each edge.  Edges that differ only in the distance are joined: D … D2.  */
static void
each_edge (struct px_fn *f, FILE *o,
	   void (*fn) (struct px_fn *, FILE *, const struct px_edge *, int d2))
{
  for (int h = 0; h < f->nhz;)
    {
      const struct px_edge *e = &f->hz[h]->e;
      int d2 = e->d, k = h + 1;
      while (k < f->nhz && f->hz[k]->e.a == e->a && f->hz[k]->e.b == e->b
	     && f->hz[k]->e.loop == e->loop && f->hz[k]->e.scope == e->scope)
	d2 = f->hz[k++]->e.d;
      fn (f, o, e, d2);
      h = k;
    }
}

static const char *
carried (struct px_fn *f, const struct px_edge *e, int d2)
{
  if (!e->loop)
    return "";
  return d2 > e->d
	   ? px_textf (&f->pool, "%s+%d..%d%s", e->loop->var, e->d, d2, d2 == PX_FAR ? "+" : "")
	   : px_textf (&f->pool, "%s+%d%s", e->loop->var, e->d, d2 == PX_FAR ? "+" : "");
}

static void
edge_text (struct px_fn *f, FILE *o, const struct px_edge *e, int d2)
{
  fprintf (o, "edge %d %d%s%s %s%s%s\n", e->a->id, e->b->id, e->loop ? " " : "", carried (f, e, d2),
	   px_scope_name (f, e->scope), e->fence ? " fence" : "", e->proved ? "" : " ?");
}

void
px_dcfg_text (struct px_fn *f, FILE *o)
{
  for (int i = 0; i < f->nacc; i++)
    fprintf (o, "node %d %s\n", i, px_acc_name (f, f->acc[i]));
  each_edge (f, o, edge_text);
  for (int i = 0; i < f->npoint; i++)
    fprintf (o, "point before %s\n", px_place_name (f, f->point[i].seq, f->point[i].idx));
  for (int i = 0; i < f->nsync; i++)
    fprintf (o, "sync %d before %s: %s\n", f->sync[i]->num,
	     px_place_name (f, f->sync[i]->seq, f->sync[i]->idx), px_sync_name (f, f->sync[i]));
}

static void
edge_dot (struct px_fn *f, FILE *o, const struct px_edge *e, int d2)
{
  fprintf (o, "  n%d -> n%d [label=\"%s%s%s\"%s];\n", e->a->id, e->b->id, carried (f, e, d2),
	   e->loop ? "\\n" : "", px_scope_name (f, e->scope),
	   e->loop ? ", style=dashed, constraint=false" : "");
}

/* Clusters are the constructs.  A synchronisation is a box before its statement; a point that
   another synchronisation serves is a dashed box.  */
static void
dot_seq (struct px_fn *f, const struct px_seq *q, int ind, FILE *o)
{
  for (int i = 0; i <= q->nst; i++)
    {
      const char *m = place_mark (f, q, i);
      if (*m)
	fprintf (
	  o, "%*ss%d_%d [shape=box, style=filled, fillcolor=lightgrey, label=\"sync %s\\n%s\"];\n",
	  ind, "", q->id, i, m, px_place_name (f, q, i));
      for (int k = 0; k < f->npoint && !*m; k++)
	if (f->point[k].seq == q && f->point[k].idx == i)
	  fprintf (o, "%*sp%d_%d [shape=box, style=dashed, label=\"implied\\n%s\"];\n", ind, "",
		   q->id, i, px_place_name (f, q, i));
      if (i == q->nst)
	break;
      const struct px_stmt *s = q->st[i];
      for (int j = 0; j < s->nacc; j++)
	fprintf (o, "%*sn%d [shape=%s, label=\"%s\"];\n", ind, "", s->acc[j].id,
		 s->acc[j].kind == PX_READ ? "ellipse" : "octagon", px_acc_name (f, &s->acc[j]));
      for (int j = 0; j < s->nbody; j++)
	{
	  const char *what
	    = s->kind == PX_GROUP
		? px_textf (&f->pool, "%s[%d]", px_word_level[s->persp.level], s->persp.n)
	      : s->kind == PX_LOOP			  ? s->var
	      : s->kind == PX_VIEW			  ? s->obj->name
	      : s->kind == PX_FILL || s->kind == PX_DRAIN ? s->ring->name
							  : "";
	  static const char *const stmt_name[]
	    = { "loop", "if", "group", "view", "split", "fill", "drain", "", "" };
	  fprintf (o, "%*ssubgraph cluster_%d {\n%*slabel=\"%s %s\";\n", ind, "", s->body[j]->id,
		   ind + 2, "",
		   s->kind == PX_VIEW	 ? px_word_view[s->view]
		   : s->kind == PX_SPLIT ? "case"
		   : j			 ? "else"
					 : stmt_name[s->kind],
		   what);
	  if (s->kind == PX_FILL || s->kind == PX_DRAIN)
	    fprintf (o, "%*sr%d [shape=point];\n", ind + 2, "", s->id);
	  dot_seq (f, s->body[j], ind + 2, o);
	  fprintf (o, "%*s}\n", ind, "");
	}
    }
}

/* A ring is a cycle: who fills a slot makes it full for who drains it, who makes it empty again.  */
static void
dot_ring (const struct px_ring_sync *r, FILE *o)
{
  for (int i = 0; i < r->nfill; i++)
    for (int k = 0; k < r->ndrain; k++)
      {
	fprintf (o, "  r%d -> r%d [label=\"%s full\", color=red];\n", r->fill[i]->id,
		 r->drain[k]->id, r->ring->name);
	if (r->empty)
	  fprintf (
	    o, "  r%d -> r%d [label=\"%s empty\", color=red, style=dashed, constraint=false];\n",
	    r->drain[k]->id, r->fill[i]->id, r->ring->name);
      }
}

void
px_dcfg_dot (struct px_fn *f, FILE *o)
{
  fprintf (o, "digraph \"%s\" {\n  rankdir=TB;\n  node [fontname=\"monospace\"];\n", f->name);
  dot_seq (f, f->body, 2, o);
  each_edge (f, o, edge_dot);
  for (int i = 0; i < f->nrsync; i++)
    dot_ring (f->rsync[i], o);
  fprintf (o, "}\n");
}
