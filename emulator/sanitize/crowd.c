/* SPDX-License-Identifier: MIT */
/* See crowd.h.  */

#include "emulator/sanitize/crowd.h"

#include <stdlib.h>

static void
enlist (struct crowd_part *p, uint32_t i)
{
  uint32_t *first
    = &p->list[(p->at[i].group * 0x9e3779b1u + p->at[i].warp * 0x85ebca6bu) >> 7 & p->mask];
  p->next[i] = *first;
  *first = i;
}

/* All lists anew.  */
static void
relist (struct crowd_part *p)
{
  memset (p->list, 0xff, ((size_t) p->mask + 1) * sizeof *p->list);
  for (uint32_t i = 0; i < p->n; i++)
    enlist (p, i);
}

bool
crowd_add (struct crowd_part *p, const struct rec *r, uint64_t *room)
{
  if (p->n == p->cap)
    {
      uint32_t cap = p->cap ? 2 * p->cap : 16;
      struct rec *at = realloc (p->at, cap * sizeof *at);
      uint32_t *next, *list;
      if (at)
	p->at = at;
      if (!at || !(next = realloc (p->next, cap * sizeof *next)))
	return false;
      p->next = next;
      if (!(list = realloc (p->list, cap * sizeof *list)))
	return false;
      p->list = list;
      *room += (cap - p->cap) * (sizeof *at + sizeof *next + sizeof *list);
      p->cap = cap;
      p->mask = cap - 1;
      relist (p);
    }
  p->at[p->n] = *r;
  enlist (p, p->n++);
  return true;
}

void
crowd_tidy (struct crowd_part *p)
{
  uint32_t n = 0;
  if (p->gone <= p->n / 2)
    return;
  for (uint32_t i = 0; i < p->n; i++)
    if (p->at[i].bytes)
      p->at[n++] = p->at[i];
  p->n = n;
  p->gone = 0;
  relist (p);
}

void
crowd_free (struct crowd *c)
{
  for (int k = 0; c && k < CROWD_CLASSES; k++)
    {
      free (c->part[k].at);
      free (c->part[k].next);
      free (c->part[k].list);
    }
  free (c);
}
