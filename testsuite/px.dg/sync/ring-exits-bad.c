/* SPDX-License-Identifier: MIT */
/* What a counter is behind a loop is told from what another is behind another, also where px can
   not tell how often the loops run: each is left in a branch that not all turns take.  */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
#include <px.h>
#define KERNEL(NAME, FILLED) \
__kernel __requires (grid (1), block (1), threads (96), smem (4 * 3 * 64)) void \
NAME (const int *in __perspective (grid, 1), const int *p __perspective (grid, 1), const int *q __perspective (grid, 1), \
   int *out __perspective (grid, 1)) \
{ \
  __partition (block, 1, int *o = out + px_id (block) * 64) \
    __group (block, 1) \
      { \
	__shared __slots (3) int x[3][64]; \
	int m = 0, n = 0; \
	while (1) \
	  { \
	    if (p[m]) \
	      if (p[m] > 7) \
		break; \
	    m++; \
	  } \
	while (1) \
	  { \
	    if (q[n]) \
	      if (q[n] > 7) \
		break; \
	    n++; \
	  } \
	__claim (thread, 64, int *mine = o) \
	  __split (thread) \
	    { \
	      __case (64) \
		{ \
		  int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0; \
		  for (int i = 0; i < m; i++) \
		    __group (thread, 1) sum += x[i % 3][t]; \
		  __partition (thread, 1, int *w = mine + t) __group (thread, 1) *w = sum; \
		} \
	      __case (32) \
		for (int i = 0; i < FILLED; i++) \
		  __async (int *a = x[i % 3]) \
		    px_bulk_load (a, in + i * 64, 256); \
	    } \
      } \
}
KERNEL (same, m)
KERNEL (other, n)	/* { dg-error {PX708} } */
/* { dg-message {it is drained here} "" { target *-*-* } .-1 } */
