/* SPDX-License-Identifier: MIT */
/* Loops that are left at one place: of two tests, and of a guard of all that a turn does.  The results are those of
   plain C, from no turn on, and where sums come near the largest number.  */
/* { dg-do run } */
/* { dg-additional-options "-fopt-info-loop-optimized=exits.info" } */
/* { dg-final { scan-file-times exits.info {two tests of a loop are one} 5 } } */
/* { dg-final { scan-file-times exits.info {a loop ends with its guard} 5 } } */
#include "../aux/t.h"
#include <limits.h>

enum { T = 64, MOST = 1000 };

/* Two tests: of floats; of numbers, where the first or the second one's other way leaves; of three.  */
#define TURNS(name, condition, next) \
  __kernel __requires (grid (1), block (1), threads (T)) void \
  name (float *restrict x, int *restrict turns, int most) \
  { \
    EACH_THREAD (t) \
      { \
	float a = x[t]; \
	unsigned b = t; \
	int k = 0; \
	while (condition) \
	  { \
	    next; \
	    k++; \
	  } \
	x[t] = a; \
	turns[t] = k; \
      } \
  } \
  static int \
  name##_host (float *x, int t, int most) \
  { \
    float a = *x; \
    unsigned b = t; \
    int k = 0; \
    while (condition) \
      { \
	next; \
	k++; \
      } \
    *x = a; \
    return k + 0 * b; \
  }
TURNS (floats, k < most && a * a < 100, a *= 1.5f)
TURNS (above, !(a >= 1000) && most > k, a = a * 2 + 1)
TURNS (numbers, k < most && !((b ^ k) == 40u), a += 1)

/* What the second, or the first, test compares with is what the loop ends with: its number is a name of that.  */
__kernel __requires (grid (1), block (1), threads (T)) void
names (int *restrict turns, int *restrict ends, const int *restrict in, int most)
{
  EACH_THREAD (t)
    {
      int k = t, m = t, v, w;
      while ((v = in[k]) != most && v != 40)
	k++;
      turns[t] = 3 * v + k;
      while ((w = in[m]) != 40 && w != most)
	m++;
      ends[t] = 3 * w + m;
    }
}

/* A guard of all: an offset that is a thread's number, is computed, is added the other way.  */
#define FILL(name, from, step, offset, guard) \
  __kernel __requires (grid (1), block (1), threads (T)) void \
  name (int *restrict out, int n) \
  { \
    int b __perspective (block, 1) = px_id (block); \
    __partition (block, 1, int *mine = out + b * n) \
      __group (block, 1) \
	{ \
	  int t __perspective (thread, 1) = px_id (thread); \
	  for (int i = from; i < n; i += step) \
	    __partition (thread, 1, int *o = mine + i + t) \
	      __group (thread, 1) \
		if (guard) \
		  *o = i + 3 * t; \
	} \
  }
FILL (plain, 0, T, t, i + t < n)
FILL (from_3, 3, T, t, t + i < n)
FILL (not_less, 5, T, t, !(i + t >= n))
FILL (greater, 0, 2 * T, t, n > i + t)


/* Each turn leaves room for one more before the largest number.  */
enum { FAR = 1 << 29 };
__kernel __requires (grid (1), block (1), threads (T)) void
far (int *restrict out, int n)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *mine = out + b * MOST)
    __group (block, 1)
      {
	int t __perspective (thread, 1) = px_id (thread);
	for (int i = 0; i < n; i += FAR)
	  __partition (thread, 1, int *o = mine + i / FAR * T + t)
	    __group (thread, 1) __unsafe
	      if (i + t < n)
		*o = i + 3 * t;
      }
}

static float x[T], y[T];
static int turns[T], ends[T], out[MOST], want[MOST];

#define TRY_TURNS(name) \
  { \
    for (int t = 0; t < T; t++) \
      x[t] = y[t] = t % 7 ? 0.1f * t - 2 : 0.0f / 0.0f * (t - 30); \
    float *dx = t_dev (x, sizeof x); \
    int *dt = t_dev (turns, sizeof turns); \
    LAUNCH (1, T, name, dx, dt, most); \
    t_back (x, dx, sizeof x); \
    t_back (turns, dt, sizeof turns); \
    for (int t = 0; t < T; t++) \
      { \
	int k = name##_host (&y[t], t, most); \
	CHECK (turns[t] == k && (x[t] == y[t] || (x[t] != x[t] && y[t] != y[t]))); \
      } \
  }

#define TRY_FILL(name, from, step, at) \
  { \
    memset (out, 0xff, sizeof out); \
    memset (want, 0xff, sizeof want); \
    for (int i = from; i < n; i += step) \
      for (int t = 0; t < T; t++) \
	if (i + t < n) \
	  want[at] = i + 3 * t; \
    int *d = t_dev (out, sizeof out); \
    LAUNCH (1, T, name, d, n); \
    t_back (out, d, sizeof out); \
    CHECK (!memcmp (out, want, sizeof out)); \
  }

int
main (void)
{
  for (int most = -2; most < 70; most = most < 6 ? most + 1 : most + 21)
    {
      TRY_TURNS (floats)
      TRY_TURNS (above)
      TRY_TURNS (numbers)
    }
  for (int most = T; most < 120; most += 19)
    {
      for (int k = 0; k < MOST; k++)
	out[k] = k % 120;
      int *dt = t_dev (turns, sizeof turns), *de = t_dev (ends, sizeof ends), *in = t_dev (out, sizeof out);
      LAUNCH (1, T, names, dt, de, in, most);
      t_back (turns, dt, sizeof turns);
      t_back (ends, de, sizeof ends);
      OK (px_free (in));
      for (int t = 0; t < T; t++)
	CHECK (turns[t] == 4 * (t <= 40 ? 40 : most) && ends[t] == turns[t]);
    }
  static const int sizes[] = { INT_MIN, -T, -1, 0, 1, 3, 4, 5, 6, T - 1, T, T + 1, 3 * T, 3 * T + 4, 500, 800 };
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
    {
      int n = sizes[k];
      TRY_FILL (plain, 0, T, i + t)
      TRY_FILL (from_3, 3, T, i + t)
      TRY_FILL (not_less, 5, T, i + t)
      TRY_FILL (greater, 0, 2 * T, i + t)
    }
  static const int far_sizes[] = { INT_MIN, INT_MIN + T, -1, 0, 1, T, FAR, FAR + 1, 3 * FAR - 1, 3 * FAR };
  for (unsigned k = 0; k < sizeof far_sizes / sizeof *far_sizes; k++)
    {
      int n = far_sizes[k];
      TRY_FILL (far, 0, FAR, i / FAR * T + t)
    }
  return 0;
}
