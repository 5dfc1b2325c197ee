/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which values the counts and conditions around the rings of a split take in the runs of
   infer/ring-live.cc.

   A loop of more turns than all rings have slots repeats what the turns before did.  So a count
   is a number from 0 to two more than all slots, and as many from each constant on that it is compared
   with.  If there are not too many combinations all are tried; else those in which all counts are
   equal, and those in which all but two are 0, 1 or the greatest.

   Needs f->rsync.  Leaves nothing changed.  */
#include "infer/ring.h"
#include <stdlib.h>

enum
{
  COMBINATIONS = 2000, /* some milliseconds */
  PERIOD = 4096	       /* no more turns than that are kept for the sake of the slots' places */
};

int
px_sample_value (const struct px_samples *s, const struct px_value *of)
{
  if (of->factor[0])
    return px_sample_value (s, of->factor[0]) * px_sample_value (s, of->factor[1]);
  for (int i = 0; i < s->n; i++)
    if (s->unknown[i].of == of)
      return s->unknown[i].at;
  return 0;
}

int
px_sample_number (const struct px_samples *s, int k)
{
  for (int i = 0; i < s->ncut; i++)
    if (s->cut[i] == k)
      return s->mapped[i];
  return k;
}

bool
px_sampled (const struct px_stmt *split, const struct px_stmt *s)
{
  int loops = 0; /* around SPLIT */
  for (const struct px_stmt *up = split->seq->up; up; up = up->seq->up)
    loops += up->kind == PX_LOOP;
  return s->kind == PX_IF && s->when.of && s->when.kind != PX_C_TURN && s->when.of->loops <= loops;
}

/* What decides how often S, in SPLIT, runs or which body: *OF, or NULL; *K: a constant that it is compared with,
   or the number of turns.  */
static bool
unknown_of (const struct px_stmt *split, const struct px_stmt *s, const struct px_value **of,
	    int *k)
{
  bool loop = s->kind == PX_LOOP;
  *of = loop ? s->count.of : s->when.of;
  *k = loop ? s->count.less : s->when.kind == PX_C_ABOVE ? s->when.k : 0;
  if (loop && !*of)
    *k = s->count.k;
  return loop || px_sampled (split, s);
}

static int
ascending (const void *a, const void *b)
{
  int x = *(const int *) a, y = *(const int *) b;
  return x < y ? -1 : x > y;
}

/* Sorts the *N numbers V, each of which remains once.  */
static void
sort (int *v, int *n)
{
  int m = 0;
  qsort (v, *n, sizeof *v, ascending);
  for (int i = 0; i < *n; i++)
    if (!m || v[m - 1] != v[i])
      v[m++] = v[i];
  *n = m;
}

/* Brings the constants of SPLIT nearer to each other: between two no more than twice MANY and a turn
   of all slots.  */
static void
shorten (struct px_fn *f, struct px_stmt *split, struct px_samples *r, int many)
{
  int period = 1, k;
  const struct px_value *of;
  for (int i = 0; i < f->nring && period < PERIOD; i++)
    period *= f->ring[i]->slots / px_gcd (period, f->ring[i]->slots);
  PX_PUSH (&f->pool, r->cut, r->ncut, r->capcut, 0);
  for (int i = 0; i < f->nstmt; i++)
    if (px_inside (split, f->stmt[i]) && unknown_of (split, f->stmt[i], &of, &k)
	&& px_has_end (f, split, f->stmt[i]))
      {
	PX_PUSH (&f->pool, r->cut, r->ncut, r->capcut, k);
	if (f->stmt[i]->kind == PX_LOOP)
	  PX_PUSH (&f->pool, r->cut, r->ncut, r->capcut, f->stmt[i]->count.k);
      }
  sort (r->cut, &r->ncut);
  r->mapped = (int *) px_alloc (&f->pool, r->ncut * sizeof (int));
  for (int i = 0; i < r->ncut; i++)
    {
      long gap = i ? (long) r->cut[i] - r->cut[i - 1] : 0;
      if (gap > 2 * many + period)
	gap = 2 * many + (gap - 2 * many) % period;
      r->mapped[i] = i ? r->mapped[i - 1] + gap : r->cut[i];
    }
}

/* OF takes several values in R: true and false, or, if it is COUNTED and compared with K, numbers up to
   MANY, and as many from K on.  */
static void
add_unknown (struct px_fn *f, struct px_samples *r, const struct px_value *of, bool counted, int k,
	     int many)
{
  int j = 0;
  for (int i = 0; i < 2 && of->factor[0]; i++)
    add_unknown (f, r, of->factor[i], counted, k, many);
  if (of->factor[0])
    return;
  while (j < r->n && r->unknown[j].of != of)
    j++;
  if (j == r->n)
    PX_PUSH (&f->pool, r->unknown, r->n, r->cap, (px_samples::px_unknown{ of, NULL, 0, 0, 0 }));
  struct px_samples::px_unknown *u = &r->unknown[j];
  for (int d = 0; d <= (counted ? many : 1); d++)
    {
      PX_PUSH (&f->pool, u->domain, u->n, u->cap, d);
      if (counted)
	PX_PUSH (&f->pool, u->domain, u->n, u->cap, px_sample_number (r, k) + d);
    }
}

struct px_samples
px_samples_of (struct px_fn *f, struct px_stmt *split, bool brief)
{
  struct px_samples r = {};
  int many = 2, longest = 0, k;
  for (int i = 0; i < f->nring; i++)
    many += f->ring[i]->slots;
  r.brief = brief;
  if (brief)
    shorten (f, split, &r, many);
  for (int i = 0; i < f->nstmt; i++)
    {
      const struct px_stmt *s = f->stmt[i];
      const struct px_value *of;
      if (!px_inside (split, s) || !px_has_end (f, split, s))
	continue;
      if (unknown_of (split, s, &of, &k) && of && !s->leaves)
	add_unknown (f, &r, of, s->kind == PX_LOOP || s->when.kind == PX_C_ABOVE, k, many);
      if (s->passed)
	add_unknown (f, &r, s->passed, false, 0, many);
    }
  r.count = 1;
  r.all = true;
  for (int i = 0; i < r.n; i++)
    {
      struct px_samples::px_unknown *u = &r.unknown[i];
      sort (u->domain, &u->n);
      r.all &= r.count <= COMBINATIONS / u->n;
      r.count *= r.all ? u->n : 1;
      longest = u->n > longest ? u->n : longest;
    }
  if (!r.all)
    r.count = longest + r.n * (r.n - 1) / 2 * 27;
  return r;
}

void
px_sample_take (struct px_samples *s, int k)
{
  int longest = s->all ? 0 : s->count - s->n * (s->n - 1) / 2 * 27;
  int pair = (k - longest) / 27, c = (k - longest) % 27, a = 0, b = 1;
  for (; !s->all && k >= longest && pair > 0; pair--)
    if (++b == s->n)
      {
	a++;
	b = a + 1;
      }
  for (int i = 0; i < s->n; i++)
    {
      struct px_samples::px_unknown *u = &s->unknown[i];
      int last = u->domain[u->n - 1], which = i == a ? c % 3 : i == b ? c / 3 % 3 : c / 9;
      if (s->all)
	{
	  u->at = u->domain[k % u->n];
	  k /= u->n;
	}
      else if (k < longest)
	u->at = u->domain[k < u->n ? k : u->n - 1];
      else
	u->at = which == 2 ? last : which;
    }
}
