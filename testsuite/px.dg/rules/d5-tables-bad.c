/* SPDX-License-Identifier: MIT */
/* Buffers in rotation whose numbers meet in some turn, or may.  */
/* { dg-do compile } */
#include <px.h>

enum { T = 64 };

#define ROTATE(name, INIT, FROM, TO, NEXT) \
  __kernel __requires (threads (T), smem (12 * T)) void \
  name (int *out, int n, int m) \
  { \
    __each (block, int *o = out + px_id (block) * T) \
      { \
	__shared int x[T], y[T], z[T]; \
	int *all[3] = { x, y, z }; \
	int t = px_id (thread); \
	__each (thread, int *p = x + t, *q = y + t, *r = z + t) \
	  *p = *q = *r = 0; \
	INIT; \
	for (int i = 0; i < n; i++) \
	  { \
	    const int *from = all[FROM]; \
	    int *to = all[TO]; \
	    __each (thread, int *p = to + t) \
	      *p = from[(t + 1) % T]; \
	    NEXT; \
	  } \
	__each (thread, int *p = o + t) \
	  *p = x[T - 1 - t]; \
      } \
  }

ROTATE (same, , i % 3, (i + 3) % 3, )	/* { dg-error "PX205" } */
/* { dg-message "begins here|load it before" "" { target *-*-* } .-1 } */
ROTATE (two_periods, , i % 2, (i + 1) % 3, )	/* { dg-error "PX205" } */
/* { dg-message "begins here|load it before" "" { target *-*-* } .-1 } */
ROTATE (twice, , i % 3, 2 * i % 3, )	/* { dg-error "PX205" } */
/* { dg-message "begins here|load it before" "" { target *-*-* } .-1 } */
ROTATE (bits, , i & 1, (i + 2) & 1, )	/* { dg-error "PX205" } */
/* { dg-message "begins here|load it before" "" { target *-*-* } .-1 } */
ROTATE (given, , i % 3, (i + m) % 3u, )	/* { dg-error "PX205" } */
/* { dg-message "begins here|load it before" "" { target *-*-* } .-1 } */
ROTATE (own_steps, int c = 0, i % 3, (c + 1) % 3, c += m)	/* { dg-error "PX205" } */
/* { dg-message "begins here|load it before" "" { target *-*-* } .-1 } */
ROTATE (equal_firsts, int c = 0; int d = 1; int e = 1, c, d, int h = c; c = d; d = e; e = h)	/* { dg-error "PX205" } */
/* { dg-message "begins here|load it before" "" { target *-*-* } .-1 } */
ROTATE (out_of_step, int c = 0; int d = 0; int e = 1, c, d, int h = d; d = e; e = h)	/* { dg-error "PX205" } */
/* { dg-message "begins here|load it before" "" { target *-*-* } .-1 } */
