/* SPDX-License-Identifier: MIT */
/* Buffers in turn: a slot that goes around is told from the next one, so that one
   barrier a step is enough; which goes around late, or not at all, is not.  So with pointers
   that change places.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-undecided=none" } */
/* { dg-final { scan-ptx-times {bar\.sync 0;} 14 } } */
#include "../aux/t.h"

enum { T = 64, STEPS = 9 };

#define KERNEL(name, slots, start, step) \
  __kernel __requires (grid (1), block (1), threads (T)) void \
  name (const int *in, int *out, int n) \
  { \
    __group (block, 1) \
      { \
	__shared int x[slots][T]; \
	int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0, s = start; \
	for (int i = 0; i < n; i++) \
	  { \
	    __partition (thread, 1, int *w = &x[s][t]) \
	      __group (thread, 1) *w = in[i * T + t]; \
	    sum = sum * 3 + x[s][T - 1 - t]; \
	    step; \
	  } \
	__group (thread, 1) \
	  __unsafe { out[t] = sum; } \
      } \
  }

/* One each.  */
KERNEL (minus, 2, 0, s = 1 - s)
KERNEL (flip, 2, 1, s ^= 1)
KERNEL (wrap, 3, 0, if (++s == 3) s = 0)
KERNEL (rest, 3, 2, s = (s + 2) % 3)
/* Two each: the same slot twice in a row, or maybe.  */
KERNEL (late, 3, 0, s = s == 2 ? 2 : s + 1)
KERNEL (half, 2, 0, if (i & 1) s ^= 1)

/* Pointers that change places: one each; at other distances, maybe, or not all of them:
   two each.  */
#define POINTERS(name, second, step) \
  __kernel __requires (grid (1), block (1), threads (T)) void \
  name (const int *in, int *out, int n) \
  { \
    __group (block, 1) \
      { \
	__shared int x[4][T]; \
	int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0; \
	int *a = x[0], *b = second, *c = x[2], *last; \
	for (int i = 0; i < n; i++) \
	  { \
	    __partition (thread, 1, int *w = a + t) \
	      __group (thread, 1) *w = in[i * T + t]; \
	    sum = sum * 3 + a[T - 1 - t]; \
	    last = a; \
	    step; \
	    (void) c, (void) last; \
	  } \
	__group (thread, 1) \
	  __unsafe { out[t] = sum; } \
      } \
  }
POINTERS (swapped, x[3], (a = b, b = last))
POINTERS (rotated, x[1], (a = b, b = c, c = last))
POINTERS (same, x[0] + 16, (a = b, b = last))
POINTERS (sometimes, x[1], (a = i & 1 ? b : a, b = i & 1 ? last : b))

static void
check (px_status status, int *d, const int *in)
{
  static int out[T];
  OK (status);
  OK (px_synchronize ());
  OK (px_copy (out, d, sizeof out));
  for (int t = 0; t < T; t++)
    {
      int sum = 0;
      for (int i = 0; i < STEPS; i++)
	sum = sum * 3 + in[i * T + T - 1 - t];
      CHECK (out[t] == sum);
    }
}

int
main (void)
{
  static int in[STEPS * T];
  for (int i = 0; i < STEPS * T; i++)
    in[i] = t_random () % 100;
  int *d = t_dev (in, sizeof in), *o = t_dev (0, T * sizeof *o);
  check (px_launch (px_grid (1, T), minus, d, o, STEPS), o, in);
  check (px_launch (px_grid (1, T), flip, d, o, STEPS), o, in);
  check (px_launch (px_grid (1, T), wrap, d, o, STEPS), o, in);
  check (px_launch (px_grid (1, T), rest, d, o, STEPS), o, in);
  check (px_launch (px_grid (1, T), late, d, o, STEPS), o, in);
  check (px_launch (px_grid (1, T), half, d, o, STEPS), o, in);
  check (px_launch (px_grid (1, T), swapped, d, o, STEPS), o, in);
  check (px_launch (px_grid (1, T), rotated, d, o, STEPS), o, in);
  check (px_launch (px_grid (1, T), same, d, o, STEPS), o, in);
  check (px_launch (px_grid (1, T), sometimes, d, o, STEPS), o, in);
  return 0;
}
