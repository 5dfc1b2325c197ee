/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes the parts of the inferred synchronisation: the reasons of each, the number of each
   part (px_part), and leaves one out (drop-sync).  Needs the final set.  Sets f->part.  */
#include "infer/infer.h"

static void
reason (struct px_fn *f, struct px_sync *s, int *cap, const struct px_edge *e)
{
  for (int k = 0; k < s->nwhy; k++)
    if (s->why[k].a == e->a && s->why[k].b == e->b && s->why[k].loop == e->loop)
      return;
  PX_PUSH (&f->pool, s->why, s->nwhy, *cap, *e);
}

void
px_reasons (struct px_fn *f)
{
  for (int i = 0; i < f->nsync; i++)
    {
      struct px_sync *s = f->sync[i];
      int cap = 0;
      px_detach (f, s);
      px_verify (f, false);
      px_attach (f, s);
      s->nwhy = 0;
      s->why = NULL;
      for (int h = 0; h < f->nhz; h++)
	if (f->hz[h]->bad)
	  reason (f, s, &cap, &f->hz[h]->e);
      for (int k = s->nwhy - 1; k >= 0; k--)
	for (int h = f->hz_first[s->why[k].b->id]; h < f->hz_first[s->why[k].b->id + 1]; h++)
	  if (f->hz[h]->e.a->twin == s->why[k].a && s->why[k].loop && !f->hz[h]->e.loop)
	    reason (f, s, &cap, &f->hz[h]->e);
    }
  for (int i = 0; i < f->nsync; i++)
    if (f->sync[i]->gate)
      {
	f->sync[i]->why = f->sync[i]->gate->why;
	f->sync[i]->nwhy = f->sync[i]->gate->nwhy;
      }
}

static void
part (struct px_fn *f, int kind, struct px_sync *s, int which, struct px_ring *r)
{
  struct px_part p = { f->part0 + f->npart + 1, kind, s, which, r };
  PX_PUSH (&f->pool, f->part, f->npart, f->cappart, p);
}

void
px_number_parts (struct px_fn *f)
{
  for (int i = 0; i < f->nsync; i++)
    {
      struct px_sync *s = f->sync[i];
      s->num = f->part0 + f->npart + 1;
      for (int w = 0; w < PX_WAITS; w++)
	if (s->wait[w] >= 0)
	  part (f, PX_P_WAIT, s, w, NULL);
      if (s->ntw)
	part (f, PX_P_LOAD, s, 0, NULL);
      if (s->fence)
	part (f, PX_P_FENCE, s, 0, NULL);
      if (s->scope)
	part (f, PX_P_BARRIER, s, 0, NULL);
    }
  for (int i = 0; i < f->nrsync; i++)
    {
      struct px_ring_sync *r = f->rsync[i];
      if (r->cpasync)
	part (f, PX_P_COMPLETE, NULL, 0, r->ring);
      if (r->fence)
	part (f, PX_P_FILL_FENCE, NULL, 0, r->ring);
      if (r->full_elect > 1 && !r->circle)
	part (f, PX_P_FILL_GATHER, NULL, 0, r->ring);
      part (f, PX_P_FULL, NULL, 0, r->ring);
      for (int w = 0; w < PX_WAITS; w++)
	if (r->wait[w] >= 0)
	  part (f, PX_P_RELEASE, NULL, w, r->ring);
      bool gather = false;
      for (int d = 0; d < r->ndrain; d++)
	gather |= r->gather[d];
      if (gather && r->empty)
	part (f, PX_P_GATHER, NULL, 0, r->ring);
      if (r->empty)
	part (f, PX_P_EMPTY, NULL, 0, r->ring);
    }
}

bool
px_drop (struct px_fn *f, int num)
{
  num -= f->part0;
  if (num < 1 || num > f->npart)
    return false;
  const struct px_part *p = &f->part[num - 1];
  struct px_sync *s = p->sync;
  switch (p->kind)
    {
    case PX_P_WAIT: s->wait[p->which] = -1; break;
    case PX_P_LOAD: s->ntw = 0; break;
    case PX_P_FENCE: s->fence = 0; break;
    case PX_P_BARRIER: s->scope = s->prim = 0; break;
    default:
      for (int i = 0; i < f->nrsync; i++)
	if (f->rsync[i]->ring == p->ring)
	  {
	    if (p->kind == PX_P_RELEASE)
	      f->rsync[i]->wait[p->which] = -1;
	    f->rsync[i]->dropped |= 1u << p->kind;
	  }
    }
  return true;
}
