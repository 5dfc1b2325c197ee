/* SPDX-License-Identifier: MIT */
/* Rings that are filled and drained in the same order go on, whatever decides how often:
   conditions, numbers that begin behind a constant, constants that are large.  */
/* { dg-do run } */
#include "../aux/t.h"

#define FILL(r, i) __partition (thread, 1, int *w = r[(i) % 2] + t) *w = (i) + 1;
#define DRAIN(r, i) sum += r[(i) % 2][31 - t];
#define KERNEL(name, HEAD, FIRST, SECOND, FIRST_AGAIN, SECOND_AGAIN) \
  __kernel __requires (grid (1), block (1), threads (64)) void \
  name (int n, int *out) \
  { \
    __group (block, 1) \
      { \
	__shared __slots (2) int x[2][32], y[2][32]; \
	__split (thread) \
	  { \
	    __case (32) { int t __perspective (thread, 1) = px_id (thread); HEAD { FIRST SECOND } } \
	    __case (32) \
	      { \
		int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0; \
		HEAD { FIRST_AGAIN SECOND_AGAIN } \
		__group (thread, 1) \
		  px_atomic_add (out + t, sum); \
	      } \
	  } \
      } \
  }
#define LOOP(FROM, TO, WHAT) for (int i = FROM; i < TO; i++) { WHAT }
#define THREE(WHAT, r) LOOP (0, 3, WHAT (r, i))
#define LATER(WHAT, r) LOOP (100, n, WHAT (r, i - 100))

KERNEL (unless, if ((n & 1) == 0), THREE (FILL, x), THREE (FILL, y), THREE (DRAIN, x), THREE (DRAIN, y))
KERNEL (above, if (n > 1000), THREE (FILL, x), THREE (FILL, y), THREE (DRAIN, x), THREE (DRAIN, y))
KERNEL (later, , LATER (FILL, x), LATER (FILL, y), LATER (DRAIN, x), LATER (DRAIN, y))
KERNEL (long_ago, , LOOP (0, 150000, FILL (x, i)), THREE (FILL, y), LOOP (0, 150000, DRAIN (x, i)), THREE (DRAIN, y))

int
main (void)
{
  static int out[32];
  int *d = t_dev (out, sizeof out);
  LAUNCH (1, 64, unless, 4, d);
  LAUNCH (1, 64, unless, 5, d);
  LAUNCH (1, 64, above, 1000, d);
  LAUNCH (1, 64, above, 1001, d);
  LAUNCH (1, 64, later, 90, d);
  LAUNCH (1, 64, later, 103, d);
  t_back (out, d, sizeof out);
  for (int i = 0; i < 32; i++)
    CHECK (out[i] == 3 * 12);
  return 0;
}
