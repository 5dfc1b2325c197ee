/* SPDX-License-Identifier: MIT */
/* Loops whose counts the run decides: 0 to 9 turns and more, from, to and across the ends of the
   counter's type, by steps of either sign and any size.  Where C defines what a loop does and it
   ends soon, the device does the same turns as the host.  */
/* { dg-do run } */
/* { dg-timeout 200 } */
/* { dg-additional-options "-fopt-info-loop-missed=partial-edges.missed" } */
/* { dg-final { scan-file-not partial-edges.missed {not unrolled in part: (?!it makes few turns)} } } */
#include "../aux/t.h"
#include <limits.h>

enum { MOST = 60, N = 8, CASES = 16384 };
typedef struct { long from, to, step; unsigned want; } loop;

/* NAME makes the turns of for (; CONDITION; NEXT) with I of TYPE, bound E and step D.  TURNS counts
   them in more bits, of which UNSIGNED types keep theirs; -1: too many, or not defined.  */
#define LOOP(name, type, condition, next) \
  __kernel __requires (grid (1)) void \
  name (loop *loops, const unsigned *a, int n) \
  { \
    EACH_THREAD (t) \
      if (t < n) \
	{ \
	  type i = loops[t].from, e = loops[t].to, d = loops[t].step; \
	  unsigned s = 0; \
	  int k = 0; \
	  for (; condition; next) \
	    s = 31 * s + a[k++ % N] + (unsigned) (unsigned long) i; \
	  loops[t].want -= s; \
	} \
  } \
  static int \
  name##_turns (long from, long to, long step) \
  { \
    __int128 i = (type) from, e = (type) to, d = (type) step; \
    int turns = 0; \
    for (; condition; turns++) \
      { \
	next; \
	if (i != (__int128) (type) i && (type) -1 < 0 && sizeof (type) >= sizeof (int)) \
	  return -1; \
	i = (type) i; \
	if (turns == MOST) \
	  return -1; \
      } \
    return turns; \
  } \
  static unsigned \
  name##_host (const unsigned *a, long from, long to, long step) \
  { \
    type i = from, e = to, d = step; \
    unsigned s = 0; \
    int k = 0; \
    for (; condition; next) \
      s = 31 * s + a[k++ % N] + (unsigned) (unsigned long) i; \
    return s; \
  }

/* By a step that is an argument, or a constant.  */
#define BY_ARGUMENT(id, X) X (id##_lt) X (id##_le) X (id##_gt) X (id##_ge) X (id##_lt_less) X (id##_ge_less)
#define BY_CONSTANT(id, X) \
  X (id##_up1) X (id##_up3) X (id##_down1) X (id##_down5) X (id##_ne1) X (id##_ne_back) X (id##_ne4) \
  X (id##_half) X (id##_far)
#define TYPE(type, id) \
  LOOP (id##_lt, type, i < e, i += d) \
  LOOP (id##_le, type, i <= e, i += d) \
  LOOP (id##_gt, type, i > e, i += d) \
  LOOP (id##_ge, type, i >= e, i += d) \
  LOOP (id##_lt_less, type, i < e, i -= d) \
  LOOP (id##_ge_less, type, e <= i, i -= d) \
  LOOP (id##_up1, type, i < e, i++) \
  LOOP (id##_up3, type, i <= e, i += 3) \
  LOOP (id##_down1, type, i > e, i--) \
  LOOP (id##_down5, type, !(i < e), i -= 5) \
  LOOP (id##_ne1, type, i != e, i++) \
  LOOP (id##_ne_back, type, e != i, i--) \
  LOOP (id##_ne4, type, i != e, i += 4) \
  LOOP (id##_half, type, i < e / 2, i += 2) \
  LOOP (id##_far, type, i < e, i += ((type) 1 << (8 * sizeof (type) - 3)) + 3)

TYPE (int, i)
TYPE (unsigned, u)
TYPE (long, l)
TYPE (unsigned long, ul)

static loop *loops;
static unsigned *a;

/* Fills LOOPS for a counter from LEAST to MOST of its type, with steps if BY; returns how many.  */
static int
gather (__int128 least, __int128 most, int by, int (*turns) (long, long, long),
	unsigned (*host) (const unsigned *, long, long, long))
{
  __int128 points[40], steps[] = { 1, 2, 3, 4, 7, 0, -1, -3, -4, 100, most / 3, most / 3 + 1, most / 2, most, least };
  int p = 0, n = 0;
  static const int near[] = { 0, 1, 2, 5, 13 };
  for (int k = 0; k < 5; k++)
    {
      points[p++] = least + near[k];
      points[p++] = most - near[k];
      points[p++] = least / 2 + near[k];
    }
  for (int k = -4; k < 12; k++)
    points[p++] = k;
  for (int x = 0; x < p; x++)
    for (int y = 0; y < p; y++)
      for (int s = 0; s < (by ? 15 : 1); s++)
	{
	  loop l = { points[x], points[y], steps[s], 0 };
	  if (turns (l.from, l.to, l.step) < 0)
	    continue;
	  l.want = host (a, l.from, l.to, l.step);
	  CHECK (n < CASES);
	  loops[n++] = l;
	}
  return n;
}

static void
compare (const char *name, int n)
{
  int bad = 0;
  for (int k = 0; k < n; k++)
    if (loops[k].want && !bad++)
      fprintf (stderr, "%s: from %ld to %ld by %ld\n", name, loops[k].from, loops[k].to, loops[k].step);
  CHECK (n > 50 && !bad);
}

#define RUN(name, by) \
  { \
    int n = gather (least, most, by, name##_turns, name##_host); \
    LAUNCH ((n + 127) / 128, 128, name, loops, a, n); \
    compare (#name, n); \
  }
#define RUN_BY(name) RUN (name, 1)
#define RUN_PLAIN(name) RUN (name, 0)
#define TRY(id, from, to) \
  { \
    __int128 least = from, most = to; \
    BY_ARGUMENT (id, RUN_BY) \
    BY_CONSTANT (id, RUN_PLAIN) \
  }

int
main (void)
{
  loops = NEW (loop, CASES);
  a = NEW (unsigned, N);
  for (int k = 0; k < N; k++)
    a[k] = RND (1000);
  TRY (i, INT_MIN, INT_MAX)
  TRY (u, 0, UINT_MAX)
  TRY (l, LONG_MIN, LONG_MAX)
  TRY (ul, 0, ULONG_MAX)
  return 0;
}
