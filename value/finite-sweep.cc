/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Procedure 1, step 4: sorts intervals by their start and sweeps for two that meet.  Intervals of one width at
   multiples of it, the usual ones, are entered in a table first, which mostly shows that none do.

   Needs an item for each row.  Leaves the first pair of different units that share a byte, or
   a pair of units that are farther apart.  O(n log n).  */

#include "value/finite.h"

bool
dj_finite_apart (const dj_vec<item> *v, const int64_t width[2], bool same, dj_vec<int64_t> *room)
{
  const int64_t none = INT64_MIN, several = INT64_MIN + 1; /* no units have these numbers */
  int64_t w = width[0], min = v->e[0].lo, max = min;
  if (width[1] != w || w <= 0 || w & (w - 1))
    return false;
  for (int i = 1; i < v->n; i++)
    {
      min = v->e[i].lo < min ? v->e[i].lo : min;
      max = v->e[i].lo > max ? v->e[i].lo : max;
    }
  int shift = __builtin_ctzll (w);
  uint64_t slots = (((uint64_t) max - min) >> shift) + 1, off = 0;
  if (slots > 4 * (uint64_t) v->n)
    return false;
  dj_room (room, (int) slots);
  for (uint64_t i = 0; i < slots; i++)
    room->e[i] = none;
  /* Each slot of W bytes gets its unit; then the other side's must be the same.  */
  for (int i = 0; i < v->n; i++)
    {
      const item *x = &v->e[i];
      uint64_t at = (uint64_t) x->lo - min;
      int64_t *unit = &room->e[at >> shift];
      off |= at & (w - 1);
      if (!same && x->side)
	continue;
      if (*unit != none && *unit != x->key)
	{
	  if (same)
	    return false;
	  *unit = several;
	}
      else
	*unit = x->key;
    }
  for (int i = 0; i < v->n && !same && !off; i++)
    if (v->e[i].side)
      {
	int64_t unit = room->e[((uint64_t) v->e[i].lo - min) >> shift];
	if (unit != none && unit != v->e[i].key)
	  return false;
      }
  return !off;
}

void
dj_finite_sort (dj_vec<item> *v, dj_vec<item> *room)
{
  int n = v->n, i;
  bool sorted = true;
  for (i = 1; i < n && sorted; i++)
    sorted = v->e[i - 1].lo <= v->e[i].lo;
  if (sorted)
    return;
  uint64_t min = v->e[0].lo, range = 0;
  for (i = 1; i < n; i++)
    if (v->e[i].lo < (int64_t) min)
      min = v->e[i].lo;
  for (i = 0; i < n; i++)
    if ((uint64_t) v->e[i].lo - min > range)
      range = (uint64_t) v->e[i].lo - min;
  dj_room (room, n);
  item *a = v->e, *b = room->e;
  for (int shift = 0; shift < 64 && range >> shift; shift += 8)
    {
      int count[257];
      memset (count, 0, sizeof count);
      for (i = 0; i < n; i++)
	count[(((uint64_t) a[i].lo - min) >> shift & 255) + 1]++;
      for (i = 0; i < 256; i++)
	count[i + 1] += count[i];
      for (i = 0; i < n; i++)
	b[count[((uint64_t) a[i].lo - min) >> shift & 255]++] = a[i];
      dj_vec<item> last = *v;
      *v = *room;
      *room = last;
      a = v->e;
      b = room->e;
    }
  v->n = n;
}

bool
dj_finite_sweep (const dj_vec<item> *v, const int64_t width[2], bool same, int shift, int hit[2])
{
  struct
  {
    int64_t end[2], key[2];
    int item[2];
  } far[2];
  for (int s = 0; s < 2; s++)
    far[s].end[0] = far[s].end[1] = INT64_MIN;
  for (int i = 0; i < v->n; i++)
    {
      const item *x = &v->e[i];
      int o = same ? 0 : 1 - x->side;
      for (int k = 0; k < 2; k++)
	if (far[o].end[k] > x->lo && (far[o].key[k] ^ x->key) >> shift)
	  {
	    hit[x->side] = i;
	    hit[1 - x->side] = far[o].item[k];
	    return true;
	  }
      int64_t end = x->lo + width[x->side];
      int s = same ? 0 : x->side, k;
      if (far[s].end[0] != INT64_MIN && !((far[s].key[0] ^ x->key) >> shift))
	{
	  if (end <= far[s].end[0])
	    continue;
	  k = 0;
	}
      else if (end > far[s].end[0])
	{
	  far[s].end[1] = far[s].end[0];
	  far[s].key[1] = far[s].key[0];
	  far[s].item[1] = far[s].item[0];
	  k = 0;
	}
      else if (end > far[s].end[1])
	k = 1;
      else
	continue;
      far[s].end[k] = end;
      far[s].key[k] = x->key;
      far[s].item[k] = i;
    }
  return false;
}

int64_t
dj_finite_unit (const dj_key *k, int side, int64_t b, int64_t t)
{
  switch (k->kind)
    {
    case DJ_KEY_THREADS:
      return b * 2048 + (int) t / k->n; /* not of 64 bits, which take several times as long */
    case DJ_KEY_BLOCKS: return b / k->n;
    default: return side;
    }
}

int
dj_finite_widen (dj_vec<item> *v, const struct rows *r, const int64_t width[2], bool same,
		 const dj_key *key, int hit[2])
{
  int least = key->kind == DJ_KEY_NONE ? 0 : key->n, k = key->widest;
  dj_key thread = { DJ_KEY_THREADS, 1, 0 };
  if (k <= least)
    return 0;
  for (int i = 0; i < v->n; i++)
    {
      item *x = &v->e[i];
      x->key = dj_finite_unit (&thread, x->side, r[x->side].col.e[1].v[x->row],
			       r[x->side].col.e[0].v[x->row]);
    }
  if (dj_finite_sweep (v, width, same, __builtin_ctz (k), hit))
    return 0;
  /* What meets ends a sweep early, so the narrow ones come first.  */
  while (k / 2 > least)
    k /= 2;
  while (k < key->widest && dj_finite_sweep (v, width, same, __builtin_ctz (k), hit))
    k *= 2;
  return k;
}
