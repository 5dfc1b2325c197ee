/* SPDX-License-Identifier: MIT */
/* Vector clocks: see clock.h.  */

#include "base/search.h"
#include "base/room.h"
#include "emulator/sanitize/clock.h"

#include <stdlib.h>
#include <string.h>

static struct gclock *
gc_new (uint32_t n)
{
  struct gclock *c = calloc (1, sizeof *c + n * sizeof *c->w);
  if (c)
    c->refs = 1, c->n = n;
  return c;
}

static void
gc_drop (struct gclock *c)
{
  for (struct gclock *from; c && !--c->refs; c = from)
    {
      from = c->from;
      for (uint32_t i = 0; i < c->n; i++)
	free (c->w[i].l);
      free (c);
    }
}

/* C knows no less than FROM; but one step back is enough.  */
static void
gc_from (struct gclock *c, struct gclock *from)
{
  struct gclock *old = c->from, *older = from->from;
  from->refs++;
  from->from = NULL;
  c->from = from;
  gc_drop (older);
  gc_drop (old);
}

static struct lane_times *
lanes_copy (const struct lane_times *l)
{
  struct lane_times *n = malloc (sizeof *n);
  if (n)
    *n = *l;
  return n;
}

/* *C with one reference.  */
static bool
gc_own (struct gclock **c)
{
  struct gclock *old = *c, *n;
  if (old->refs == 1)
    return true;
  n = gc_new (old->n);
  if (!n)
    return false;
  for (uint32_t i = 0; i < old->n; i++)
    {
      n->w[i].t = old->w[i].t;
      if (old->w[i].l && !(n->w[i].l = lanes_copy (old->w[i].l)))
	{
	  gc_drop (n);
	  return false;
	}
    }
  gc_from (n, old);
  old->refs--;
  *c = n;
  return true;
}

static uint32_t
lane_time (const struct known *k, int i)
{
  return k->l ? k->l->t[i] : k->t;
}

/* Returns true if A <= B.  */
static bool
known_le (const struct known *a, const struct known *b)
{
  if (!a->l && !b->l)
    return a->t <= b->t;
  for (int i = 0; i < CLOCK_LANES; i++)
    if (lane_time (a, i) > lane_time (b, i))
      return false;
  return true;
}

/* Lane by lane if need be, else for all.  */
static bool
known_max (struct known *d, const struct known *s)
{
  if (known_le (s, d))
    return true;
  if (!s->l && !d->l)
    {
      d->t = s->t;
      return true;
    }
  if (known_le (d, s))
    {
      struct lane_times *l = s->l ? lanes_copy (s->l) : NULL;
      if (s->l && !l)
	return false;
      free (d->l);
      d->l = l;
      d->t = s->t;
      return true;
    }
  struct lane_times n;
  bool same = true;
  for (int i = 0; i < CLOCK_LANES; i++)
    {
      uint32_t x = lane_time (d, i), y = lane_time (s, i);
      n.t[i] = x > y ? x : y;
      same &= n.t[i] == n.t[0];
    }
  if (same)
    {
      free (d->l);
      d->l = NULL;
      d->t = n.t[0];
      return true;
    }
  if (!d->l && !(d->l = malloc (sizeof *d->l)))
    return false;
  *d->l = n;
  return true;
}

static bool
gc_join (struct gclock **d, const struct gclock *s)
{
  if (*d == s || (*d)->from == s)
    return true;
  bool newer = s->from == *d, up = true, down = !newer;
  for (uint32_t i = 0; !newer && i < s->n && (up || down); i++)
    {
      up = up && known_le (&(*d)->w[i], &s->w[i]);
      down = down && known_le (&s->w[i], &(*d)->w[i]);
    }
  if (down)
    return true;
  if (up)
    {
      gc_drop (*d);
      *d = (struct gclock *) s;
      (*d)->refs++;
      return true;
    }
  if (!gc_own (d))
    return false;
  for (uint32_t i = 0; i < s->n; i++)
    if (!known_max (&(*d)->w[i], &s->w[i]))
      return false;
  gc_from (*d, (struct gclock *) s);
  return true;
}

struct vclock *
vc_new (uint64_t group, uint32_t warps)
{
  struct vclock *v = calloc (1, sizeof *v);
  if (!v)
    return NULL;
  v->refs = 1;
  v->group = group;
  if (group != NO_GROUP && !(v->own = gc_new (warps)))
    {
      free (v);
      return NULL;
    }
  return v;
}

void
vc_drop (struct vclock *v)
{
  if (!v || --v->refs)
    return;
  vc_drop (v->proxy[0]);
  vc_drop (v->proxy[1]);
  gc_drop (v->own);
  for (uint32_t i = 0; i < v->n; i++)
    gc_drop (v->f[i].c);
  free (v->f);
  free (v);
}

static bool
vc_own (struct vclock **d)
{
  struct vclock *old = *d, *n;
  if (old->refs == 1)
    return true;
  n = calloc (1, sizeof *n);
  if (!n || (old->n && !(n->f = malloc (old->n * sizeof *n->f))))
    {
      free (n);
      return false;
    }
  n->refs = 1;
  n->n = n->cap = old->n;
  n->group = old->group;
  n->own = old->own;
  if (n->own)
    n->own->refs++;
  for (int k = 0; k < 2; k++)
    if ((n->proxy[k] = old->proxy[k]))
      n->proxy[k]->refs++;
  for (uint32_t i = 0; i < old->n; i++)
    {
      n->f[i] = old->f[i];
      n->f[i].c->refs++;
    }
  old->refs--;
  *d = n;
  return true;
}

/* Index of GROUP, or where it belongs.  */
static uint32_t
at_group (const struct vclock *v, uint64_t group)
{
  return PX_FIRST (i, v->n, v->f[i].group >= group);
}

const struct gclock *
vc_group (const struct vclock *v, uint64_t group)
{
  if (group == v->group)
    return v->own;
  uint32_t i = at_group (v, group);
  return i < v->n && v->f[i].group == group ? v->f[i].c : NULL;
}

/* *NEXT: where GROUP may be; becomes where the one after it may be.  */
static bool
join_group (struct vclock **d, uint64_t group, const struct gclock *s, uint32_t *next)
{
  struct vclock *v = *d;
  if (group == v->group)
    return v->own == s || (vc_own (d) && gc_join (&(*d)->own, s));
  uint32_t i = *next < v->n && v->f[*next].group == group ? *next : at_group (v, group);
  bool there = i < v->n && v->f[i].group == group;
  *next = i + 1;
  if (there && v->f[i].c == s)
    return true;
  if (!vc_own (d))
    return false;
  v = *d;
  if (there)
    return gc_join (&v->f[i].c, s);
  if (!PX_ROOM (v->f, v->n, v->cap))
    return false;
  memmove (v->f + i + 1, v->f + i, (v->n - i) * sizeof *v->f);
  v->f[i] = (struct foreign){ group, (struct gclock *) s };
  v->f[i].c->refs++;
  v->n++;
  return true;
}

bool
vc_join (struct vclock **d, const struct vclock *s)
{
  if (*d == s)
    return true;
  for (int k = 0; k < 2; k++)
    if (s->proxy[k] && s->proxy[k] != (*d)->proxy[k])
      {
	if (!vc_own (d))
	  return false;
	if (!(*d)->proxy[k])
	  (*d)->proxy[k] = vc_ref (s->proxy[k]);
	else if (!vc_join (&(*d)->proxy[k], s->proxy[k]))
	  return false;
      }
  uint32_t next = 0;
  if (s->own && !join_group (d, s->group, s->own, &next))
    return false;
  next = 0;
  for (uint32_t i = 0; i < s->n; i++)
    if (!join_group (d, s->f[i].group, s->f[i].c, &next))
      return false;
  return true;
}

bool
vc_join_from (struct vclock **d, const struct vclock *s, uint32_t w)
{
  if (!s->own || s->group != (*d)->group)
    return true;
  bool known = true;
  for (uint32_t i = w; known && i < s->own->n; i++)
    known = known_le (&s->own->w[i], &(*d)->own->w[i]);
  if (known)
    return true;
  if (!vc_own (d) || !gc_own (&(*d)->own))
    return false;
  for (uint32_t i = w; i < s->own->n; i++)
    if (!known_max (&(*d)->own->w[i], &s->own->w[i]))
      return false;
  return true;
}

bool
vc_tick (struct vclock **d, uint32_t w, uint32_t mask, uint32_t t)
{
  if (!gc_unknown ((*d)->own, w, mask, t))
    return true;
  if (!vc_own (d) || !gc_own (&(*d)->own))
    return false;
  struct known *k = &(*d)->own->w[w];
  if (mask == UINT32_MAX)
    {
      free (k->l);
      k->l = NULL;
      k->t = t;
      return true;
    }
  if (!k->l)
    {
      if (!(k->l = malloc (sizeof *k->l)))
	return false;
      for (int i = 0; i < CLOCK_LANES; i++)
	k->l->t[i] = k->t;
    }
  bool same = true;
  for (int i = 0; i < CLOCK_LANES; i++)
    {
      if (mask >> i & 1 && k->l->t[i] < t)
	k->l->t[i] = t;
      same &= k->l->t[i] == k->l->t[0];
    }
  if (same)
    {
      k->t = k->l->t[0];
      free (k->l);
      k->l = NULL;
    }
  return true;
}

bool
vc_proxy (struct vclock **d, bool shared)
{
  struct vclock *all = vc_ref (*d);
  bool ok = vc_own (&all);
  if (ok)
    {
      for (int k = 0; k < 2; k++)
	{
	  vc_drop (all->proxy[k]);
	  all->proxy[k] = NULL;
	}
      ok = vc_own (d);
    }
  if (ok && !(*d)->proxy[shared])
    {
      (*d)->proxy[shared] = all;
      return true;
    }
  ok = ok && vc_join (&(*d)->proxy[shared], all);
  vc_drop (all);
  return ok;
}
