/* SPDX-License-Identifier: MIT */
/* The sanitizer: the records of regions and lines: an access meets them, and which of them it
   replaces.  */

#include "emulator/sanitize/record.h"
#include "emulator/run/async.h"
#include "emulator/sanitize/crowd.h"
#include "emulator/run/device.h"

#include <stdio.h>
#include <stdlib.h>

static inline uint32_t
reader_bit (const struct rec *r)
{
  return 1u << r->warp % 32;
}

bool
shadow_append (struct line *l, const struct rec *r)
{
  uint32_t room = l->more ? l->cap : LINE_RECS;
  if (unlikely (l->n == room))
    {
      struct rec *p = realloc (l->more, 2 * room * sizeof *p);
      if (!p)
	return false;
      if (!l->more)
	memcpy (p, l->in, sizeof l->in);
      l->more = p;
      l->cap = 2 * room;
    }
  struct rec *all = recs (l);
  uint32_t at = l->n++;
  if (!at)
    {
      l->firm = l->readers = 0;
      l->flown = false;
    }
  l->flown |= (r->kind & REC_FLIGHT) != 0;
  if (r->kind == REC_READ)
    l->readers |= reader_bit (r);
  else
    {
      all[at] = all[l->firm];
      at = l->firm++;
    }
  all[at] = *r;
  return true;
}

void
shadow_drop (struct line *l, uint32_t i, struct rec **kept)
{
  struct rec *all = recs (l), *to = &all[i], *last;
  if (*kept == to)
    *kept = NULL;
  if (i < l->firm)
    {
      last = &all[--l->firm];
      *to = *last;
      if (*kept == last)
	*kept = to;
      to = last;
    }
  last = &all[--l->n];
  *to = *last;
  if (*kept == last)
    *kept = to;
}

/* Returns true if ME, an atomic operation, knows by the value that it has read that R was before it,
   and so does every thread that is ordered after ME (PTX ISA, observation order).  */
static bool
sees (const struct touch *t, const struct rec *me, const struct rec *r)
{
  return (r->kind & (REC_WRITE | REC_FLIGHT | REC_PROXY)) == REC_WRITE
	 && !(me->kind & (REC_FLIGHT | REC_PROXY)) && both_strong (t, r);
}

/* Returns true if ME, of bytes that R does not have, may become part of R.  */
static inline bool
may_join (const struct rec *r, const struct rec *me)
{
  return r->site == me->site && same_rule (r, me) && same_epoch (r, me);
}

/* ME, what T touches of the line or region at A, meets R.  *JOIN becomes R if ME may become part
   of it; *KEPT counts those of which one more has to be on record.  True: ME need not be, all of
   it is.  FLOWN: operations of its own lanes may be in flight since it did what it has done before.  */
static inline bool
meet_one (struct touch *t, struct rec *me, struct rec *r, uint64_t a, bool region, bool flown,
	  struct rec **join, uint32_t *kept)
{
  uint64_t over = r->bytes & me->bytes;
  if (!over)
    {
      if (may_join (r, me))
	*join = r;
      return false;
    }
  bool joins = same_epoch (r, me) && same_rule (r, me), plain = me->kind == REC_WRITE;
  if (joins && !plain)
    {
      /* What it has done before.  */
      if (r->site == me->site)
	*join = r;
      else if (!flown && !(me->bytes &= ~over))
	return true;
      if (!(me->kind & REC_WRITE) || me->shift != ONE_PLACE || !(me->lanes & (me->lanes - 1)))
	return false;
    }
  bool before
    = t->as ? again (me, r) : comes_before (t->w->check->vc[t->lane], r) || own_lanes (t->w, me, r);
  if ((me->kind | r->kind) & REC_WRITE && !t->judged
      && (before
	    ? r->kind & REC_WRITE && (t->cached || (t->kind & REC_PROXY && !(r->kind & REC_PROXY)))
	    : !both_strong (t, r)))
    shadow_compare (t, me, r, a, over, region);
  if (plain
      || (!plain_write (r)
	  && (((before || (t->sees && sees (t, me, r)))
	       && ((me->kind & REC_WRITE && me->scope <= r->scope) || !(r->kind & REC_WRITE)))
	      || again (me, r))))
    r->bytes &= ~over;
  else if (!plain_write (r))
    {
      if (!flown && same_epoch (r, me) && r->shift == ONE_PLACE && me->shift == ONE_PLACE
	  && r->bytes == me->bytes)
	{
	  r->lanes |= me->lanes;
	  return true;
	}
      ++*kept;
    }
  return false;
}

/* The class of ME, of T, in the crowd C, which is perhaps not there yet; CROWD_CLASSES: none.  */
static enum crowd_class
class_of (const struct touch *t, const struct rec *me, const struct crowd *c)
{
  if (c && c->width && me->kind & REC_STRONG && me->width != c->width)
    return CROWD_CLASSES;
  if (t->shared || me->kind & (REC_FLIGHT | REC_PROXY))
    return CROWD_CLASSES;
  if (me->kind == REC_READ)
    return CROWD_READ;
  return !(me->kind & REC_STRONG) || me->scope < SCOPE_GPU ? CROWD_CLASSES
	 : me->kind & REC_WRITE				   ? CROWD_STRONG_WRITE
							   : CROWD_STRONG_READ;
}

/* ME, of T and CLASS, meets the crowd of the line at A.  True: as of meet_one.  */
static bool
meet_crowd (struct touch *t, struct crowd *c, uint64_t a, struct rec *me, enum crowd_class class,
	    bool flown, struct rec **join)
{
  /* The classes that one of each may be in conflict with, or take the place of.  */
  static const uint8_t looks[] = { [CROWD_READ] = 1 << CROWD_STRONG_WRITE,
				   [CROWD_STRONG_READ] = 0,
				   [CROWD_STRONG_WRITE] = 1 << CROWD_READ,
				   [CROWD_CLASSES] = 7 };
  uint32_t kept = 0;
  uint8_t look = looks[class] | (t->sees ? 1 << CROWD_STRONG_WRITE : 0);
  for (int k = 0; k < CROWD_CLASSES; k++)
    {
      struct crowd_part *p = &c->part[k];
      bool all = look >> k & 1;
      if (!all && k != (int) class)
	continue;
      for (uint32_t i = all ? 0 : crowd_first (p, me->group, me->warp); i < p->n;
	   i = all ? i + 1 : p->next[i])
	{
	  struct rec *r = &p->at[i];
	  if (!r->bytes || (!all && (r->warp != me->warp || r->group != me->group)))
	    continue;
	  if (meet_one (t, me, r, a, false, flown, join, &kept))
	    return true;
	  if (r->bytes)
	    continue;
	  p->gone++;
	  if (*join == r)
	    *join = NULL;
	}
      if (!*join)
	crowd_tidy (p);
    }
  return false;
}

/* Records ME in the crowd of L.  */
static bool
join_crowd (struct check_launch *k, struct line *l, const struct rec *me, enum crowd_class class)
{
  if (!l->crowd && !(l->crowd = calloc (1, sizeof *l->crowd)))
    return false;
  if (class != CROWD_READ)
    l->crowd->width = me->width;
  return crowd_add (&l->crowd->part[class], me, &k->room);
}

bool
shadow_meet (struct touch *t, struct line *l, uint64_t a, struct rec *me, bool region)
{
  struct check_launch *k = t->w->block->launch->check;
  struct rec *all = recs (l), *join = NULL;
  uint32_t kept = 0, cap = l->cap;
  /* Reads of shared memory by other warps are no conflict; those that need not stay on record
     are looked for when room runs out only: blocks of many warps read what one has written.  SKIPPED:
     so many at the end are such.  */
  bool quick = t->shared && me->kind == REC_READ && !t->as && l->n < (l->more ? l->cap : LINE_RECS);
  uint32_t skipped = quick && !(l->readers & reader_bit (me)) ? l->n - l->firm : 0;
  kept += skipped;
  for (uint32_t i = 0; i < l->n - skipped; i++)
    {
      struct rec *r = &all[i];
      /* Most records of a line whose lanes go their own ways, seen at once.  */
      if (!(r->bytes & me->bytes))
	{
	  if (may_join (r, me))
	    join = r;
	  continue;
	}
      if (quick && r->kind == REC_READ && r->warp != me->warp)
	{
	  kept++;
	  continue;
	}
      if (meet_one (t, me, r, a, region, l->flown, &join, &kept))
	return true;
      if (r->bytes)
	continue;
      /* The plain reads at the end, of which some are skipped, are as many as before.  */
      shadow_drop (l, i, &join);
      i--;
    }
  enum crowd_class kind
    = kept >= CROWD / 2 || l->crowd ? class_of (t, me, l->crowd) : CROWD_CLASSES;
  if (unlikely (l->crowd != NULL) && meet_crowd (t, l->crowd, a, me, kind, l->flown, &join))
    return true;
  if (join)
    {
      join->bytes |= me->bytes;
      join->lanes |= me->lanes;
      return true;
    }
  if (likely (kept < CROWD / 2))
    return shadow_append (l, me);
  if (k->room >= k->max_room)
    {
      report_incomplete (
	"one place has more accesses than there is memory for (PXEMU_CHECK_MEMORY): races");
      return true;
    }
  if (!region && kind != CROWD_CLASSES)
    return join_crowd (k, l, me, kind);
  if (!shadow_append (l, me))
    return false;
  k->room += (l->cap - cap) * sizeof *me;
  return true;
}

/* L has no records, and so none that is firm.  */
static void
empty (struct line *l)
{
  l->n = l->firm = l->readers = 0;
}

bool
shadow_split (struct line *r)
{
  if (!r->fine && !(r->fine = calloc (REGION / LINE, sizeof *r->fine)))
    return false;
  r->split = true;
  for (int q = 0; q < REGION / LINE; q++)
    {
      struct line *l = &r->fine[q];
      empty (l);
      for (uint32_t i = 0; i < r->n; i++)
	if (recs (r)[i].bytes >> 4 * q & 15)
	  {
	    struct rec p = part_of (&recs (r)[i], q);
	    if (!shadow_append (l, &p))
	      return false;
	  }
    }
  empty (r);
  return true;
}

static struct line *
global_region (struct check_launch *k, uint64_t addr)
{
  uint64_t base = addr & -(uint64_t) PAGE;
  struct page **recent = &k->recent[base / PAGE % RECENT], *q = *recent;
  if (likely (q && q->addr == base))
    return &q->regions[(addr - base) / REGION];
  struct page **p = &k->pages[(base / PAGE * 0x9e3779b97f4a7c15 >> 48) % PAGE_LISTS];
  for (q = *p; q && q->addr != base; q = q->next)
    ;
  if (!q)
    {
      struct check_device *d = k->dev;
      pthread_mutex_lock (&d->lock);
      if ((q = d->pages))
	{
	  d->pages = q->next;
	  d->n_pages--;
	  d->kept -= q->kept;
	}
      pthread_mutex_unlock (&d->lock);
      if (!q && !(q = calloc (1, sizeof *q)))
	return NULL;
      q->addr = base;
      q->next = *p;
      *p = q;
    }
  *recent = q;
  return &q->regions[(addr - base) / REGION];
}

struct line *
shadow_region_at (struct check_launch *k, const struct block *b, uint64_t a)
{
  return b ? &b->check->regions[(a - (uintptr_t) b->shared) / REGION] : global_region (k, a);
}

bool
shadow_one_write (const struct warp *w, uint64_t a)
{
  struct block *b = shared_at (w, a);
  struct line *l = b ? shadow_region (w->block->launch->check, w, a) : NULL;
  int at = a % LINE;
  bool any = false;
  if (!l || !l->split || at > LINE - 2)
    return true;
  l = &l->fine[a % REGION / LINE];
  for (uint32_t i = 0; i < l->n; i++)
    {
      const struct rec *r = &recs (l)[i];
      if (!plain_write (r) || !(r->bytes >> at & 3))
	continue;
      any = true;
      /* A loop that writes byte by byte is one record of all that it has written.  */
      if ((r->bytes >> at & 7) == 3 && lanes_at (r, at) & lanes_at (r, at + 1))
	return true;
    }
  return !any;
}

void
shadow_reset (struct line *r)
{
  empty (r);
  r->split = r->place = false;
  r->quiet = r->turn = 0;
}

void
shadow_free_region (struct line *r)
{
  for (int q = 0; r->fine && q < REGION / LINE; q++)
    {
      crowd_free (r->fine[q].crowd);
      free (r->fine[q].more);
    }
  free (r->fine);
  free (r->more);
}

static void
free_page (struct page *p)
{
  for (int j = 0; j < PAGE / REGION; j++)
    shadow_free_region (&p->regions[j]);
  free (p);
}

/* R is of a page that is kept for the next launches, as are the lines and the room for records that it has:
   launches of one kernel need the same again and again.  Returns how many bytes these are.  */
static size_t
keep_region (struct line *r)
{
  enum
  {
    MOST = 64 /* records of a line that is kept room for */
  };
  size_t bytes = r->fine ? REGION / LINE * sizeof *r->fine : 0;
  for (int q = -1; q < (r->fine ? REGION / LINE : 0); q++)
    {
      struct line *l = q < 0 ? r : &r->fine[q];
      crowd_free (l->crowd);
      l->crowd = NULL;
      if (l->more && l->cap > MOST)
	{
	  free (l->more);
	  l->more = NULL;
	}
      if (l->more)
	bytes += l->cap * sizeof *l->more;
    }
  shadow_reset (r);
  return bytes;
}

void
shadow_end (struct check_launch *k)
{
  struct check_device *d = k->dev;
  enum
  {
    KEEP = 4096 /* pages for the next launches */
  };
  const size_t most = 256 << 20; /* bytes of what their regions have */
  for (size_t i = 0; i < k->n_areas; i++)
    {
      check_forget_late (k->areas[i].reads);
      trail_free (k->areas[i].trails);
      free (k->areas[i].seen);
    }
  check_forget_late (k->late);
  free (k->areas);
  pthread_mutex_lock (&d->lock);
  for (int i = 0; i < PAGE_LISTS; i++)
    for (struct page *p = k->pages[i], *next; p; p = next)
      {
	next = p->next;
	p->kept = 0;
	if (d->n_pages < KEEP && d->kept < most)
	  for (int j = 0; j < PAGE / REGION; j++)
	    p->kept += keep_region (&p->regions[j]);
	else
	  {
	    free_page (p);
	    continue;
	  }
	p->next = d->pages;
	d->pages = p;
	d->n_pages++;
	d->kept += p->kept;
      }
  pthread_mutex_unlock (&d->lock);
}

void
shadow_free (struct check_device *d)
{
  for (struct page *p = d->pages, *next; p; p = next)
    {
      next = p->next;
      free_page (p);
    }
}
