/* SPDX-License-Identifier: MIT */
/* Rings that are drained in another order than filled wait for each other, whatever decides how often:
   conditions, numbers that begin behind a constant, constants that are large.  */
/* { dg-do compile } */
#include <px.h>

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

KERNEL (unless, if ((n & 1) == 0), THREE (FILL, x), THREE (FILL, y), THREE (DRAIN, y), THREE (DRAIN, x)) /* { dg-error "PX709" } */
KERNEL (above, if (n > 1000), THREE (FILL, x), THREE (FILL, y), THREE (DRAIN, y), THREE (DRAIN, x)) /* { dg-error "PX709" } */
KERNEL (later, , LATER (FILL, x), LATER (FILL, y), LATER (DRAIN, y), LATER (DRAIN, x)) /* { dg-error "PX709" } */
KERNEL (long_ago, , LOOP (0, 150000, FILL (x, i)), THREE (FILL, y), THREE (DRAIN, y), LOOP (0, 150000, DRAIN (x, i))) /* { dg-error "PX709" } */
/* What is in step only if 160000 is 400 x 400.  */
KERNEL (too_long, , LOOP (0, 160000, FILL (x, i)), , for (int j = 0, i = 0; j < 400; j++) for (int k = 0; k < 400; k++, i++) DRAIN (x, i), ) /* { dg-error "200000 times or more, too often to try.*PX707" } */

