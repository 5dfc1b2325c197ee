/* SPDX-License-Identifier: MIT */
/* What a step touches, whether two steps commute, and vectors of numbers.  */

#include "emulator/explore/explore-int.h"
#include "base/room.h"

#include <stdlib.h>

/* ---- vectors ---- */

static bool
vec_room (struct vector *v, uint32_t n)
{
  if (n <= v->cap)
    return true;
  uint32_t cap = n < 16 ? 16 : n + n / 2;
  uint32_t *p = realloc (v->at, cap * sizeof *p);
  if (!p)
    return false;
  v->at = p;
  v->cap = cap;
  return true;
}

bool
vector_add (struct explorer *x, struct vector *v, uint32_t value)
{
  if (!vec_room (v, v->n + 1))
    return x->memory = true, false;
  v->at[v->n++] = value;
  return true;
}

bool
vector_has (const struct vector *v, uint32_t value)
{
  for (uint32_t i = 0; i < v->n; i++)
    if (v->at[i] == value)
      return true;
  return false;
}

/* Clocks: missing entries are zero.  */
static uint32_t
clock_at (const struct vector *v, uint32_t proc)
{
  return proc < v->n ? v->at[proc] : 0;
}

void
vector_join (struct explorer *x, struct vector *to, const struct vector *from)
{
  if (from->n > to->n)
    {
      if (!vec_room (to, from->n))
	{
	  x->memory = true;
	  return;
	}
      memset (to->at + to->n, 0, (from->n - to->n) * sizeof *to->at);
      to->n = from->n;
    }
  for (uint32_t i = 0; i < from->n; i++)
    if (from->at[i] > to->at[i])
      to->at[i] = from->at[i];
}

void
vector_set (struct explorer *x, struct vector *v, uint32_t proc, uint32_t value)
{
  while (v->n <= proc)
    if (!vector_add (x, v, 0))
      return;
  v->at[proc] = value;
}

bool
came_before (const struct explorer *x, uint32_t i, const struct vector *clock)
{
  return clock_at (clock, x->steps[i].proc) > i;
}

/* ---- effects ---- */

bool
explore_overlap (const struct touch_range *a, const struct touch_range *b)
{
  return a->a < b->a + b->n && b->a < a->a + a->n;
}

bool
explore_conflict (const struct effect *e, const struct effect *f, bool choice)
{
  bool apart = choice && (e->ends_phase || f->ends_phase);
  if (!(e->writes || f->writes) || e->lo >= f->hi || f->lo >= e->hi)
    return false;
  for (uint32_t i = 0; i < e->n; i++)
    for (uint32_t j = 0; j < f->n; j++)
      {
	const struct touch_range *a = &e->t[i], *b = &f->t[j];
	if (explore_overlap (a, b) && (a->kind != T_READ || b->kind != T_READ)
	    && (a->kind < T_CLASS || a->kind != b->kind || apart))
	  return true;
      }
  return false;
}

void
explore_effect_drop (struct effect *e)
{
  if (e && !--e->refs)
    free (e);
}

static int
by_address (const void *p, const void *q)
{
  const struct touch_range *a = p, *b = q;
  return a->a != b->a	      ? (a->a < b->a ? -1 : 1)
	 : a->kind != b->kind ? (a->kind < b->kind ? -1 : 1)
			      : 0;
}

struct effect *
explore_effect_new (struct explorer *x)
{
  uint32_t n = 0, old = 0;
  bool ends_phase = false;
  for (uint32_t i = 0; i < x->n_notes; i++)
    ends_phase |= x->notes[i].kind == N_PHASE;
  for (uint32_t i = 0; i < x->n_t; i++)
    if (x->t[i].kind == T_WRITE || x->t[i].kind >= T_CLASS)
      {
	/* Arrivals at barriers are no memory.  */
	if (x->t[i].n && x->t[i].kind < T_BARRIER)
	  {
	    if (!memcmp (x->old + old, (void *) x->t[i].a, x->t[i].n))
	      x->t[i].kind = T_READ;
	    else if (x->t[i].kind >= T_ARRIVAL)
	      ends_phase |= (x->old[old + 7] ^ *(uint8_t *) (x->t[i].a + 7)) & 0x80;
	    old += x->t[i].n;
	  }
      }
  if (x->n_t)
    qsort (x->t, x->n_t, sizeof *x->t, by_address);
  for (uint32_t i = 0; i < x->n_t; i++)
    {
      struct touch_range *t = &x->t[i], *b = n ? &x->t[n - 1] : NULL;
      if (!t->n)
	continue;
      if (b && b->kind == t->kind && t->a <= b->a + b->n)
	{
	  uint64_t end = t->a + t->n > b->a + b->n ? t->a + t->n : b->a + b->n;
	  b->n = end - b->a;
	}
      else
	x->t[n++] = *t;
    }
  x->n_t = n;
  struct effect *e = malloc (sizeof *e + n * sizeof *e->t);
  if (!e)
    {
      x->memory = true;
      return NULL;
    }
  *e = (struct effect){ .refs = 1, .n = n, .ends_phase = ends_phase, .lo = UINT64_MAX };
  for (uint32_t i = 0; i < n; i++)
    {
      e->t[i] = x->t[i];
      e->writes |= x->t[i].kind != T_READ;
      if (x->t[i].a < e->lo)
	e->lo = x->t[i].a;
      if (x->t[i].a + x->t[i].n > e->hi)
	e->hi = x->t[i].a + x->t[i].n;
    }
  return e;
}

void
explore_add_touch (struct explorer *x, uint64_t a, uint32_t n, uint32_t kind, bool keep_old)
{
  if (!PX_ROOM (x->t, x->n_t, x->cap_t))
    {
      x->memory = true;
      return;
    }
  if (keep_old)
    {
      if (x->n_old + n > x->cap_old)
	{
	  uint32_t cap = 2 * (x->cap_old + n);
	  uint8_t *old = realloc (x->old, cap);
	  if (!old)
	    {
	      x->memory = true;
	      return;
	    }
	  x->old = old;
	  x->cap_old = cap;
	}
      memcpy (x->old + x->n_old, (void *) a, n);
      x->n_old += n;
    }
  x->t[x->n_t++] = (struct touch_range){ .a = a, .n = n, .kind = kind };
  x->seen = true;
}
