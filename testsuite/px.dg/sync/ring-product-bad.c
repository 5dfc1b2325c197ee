/* SPDX-License-Identifier: MIT */
/* Products that are not how often the inner loop has run, or that wrap around.  */
/* { dg-do compile } */
#include <px.h>

enum { S = 3, N = 64, MOST = 7 };

#define KERNEL(NAME, FILLED, FILL, DRAINED, DRAIN) \
__kernel __requires (grid (1), block (1), threads (2 * N), smem (4 * N * S)) void \
NAME (const int *in, int *out, int n, int tiles, unsigned m) \
{ \
  __partition (block, 1, int *o = out + px_id (block) * N) \
    __group (block, 1) \
      { \
	__shared __slots (S) int x[S][N]; \
	__claim (thread, N, int *mine = o) \
	  __split (thread) \
	    { \
	      __case (N) \
		{ \
		  int u __perspective (thread, 1) = px_id (thread), c = 0; \
		  FILLED \
		    { \
		      __partition (thread, 1, int *w = x[(FILL) % S] + u) \
			__group (thread, 1) \
			  *w = in[c % MOST * N + u]; \
		      c++; \
		    } \
		} \
	      __case (N) \
		{ \
		  int u __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0; \
		  DRAINED \
		    __group (thread, 1) \
		      sum = 3 * sum + x[(DRAIN) % S][N - 1 - u]; \
		  __partition (thread, 1, int *w = mine + u) \
		    __group (thread, 1) \
		      *w = sum; \
		} \
	    } \
      } \
}
#define TWICE for (int t = 0; t < tiles; t++) for (int i = 0; i < n; i++)
KERNEL (right, TWICE, t * n + i, TWICE, t * n + i)
#define BAD(NAME, LOOPS, NUMBER) KERNEL (NAME, LOOPS, NUMBER, LOOPS, NUMBER)
BAD (fewer, for (int t = 0; t < tiles; t++) for (int i = 0; i < n - 1; i++), t * n + i)	/* { dg-error {the slot is not [^\n]*PX707} } */
BAD (step, for (int t = 0; t < tiles; t += 2) for (int i = 0; i < n; i++), t * n + i)	/* { dg-error {the slot is not [^\n]*PX707} } */
BAD (twice, TWICE, 2 * t * n + i)	/* { dg-error {the slot is not [^\n]*PX707} } */
BAD (back, TWICE, t * n - i)	/* { dg-error {the slot is not [^\n]*PX707} } */
BAD (another, TWICE, t * (int) m + i)	/* { dg-error {the slot is not [^\n]*PX707} } */
BAD (own, for (int t = 0; t < tiles; t++) for (int i = 0; i < t; i++), t * t + i)	/* { dg-error {the slot is not [^\n]*PX707} } */
BAD (changes, for (int t = 0, h = n; t < tiles; t++, h++) for (int i = 0; i < h; i++), t * n + i)	/* { dg-error {the slot is not [^\n]*PX707} } */
BAD (later, for (int t = 0; t < tiles; t++) for (int i = 0, h = n + t; i < h; i++), t * h + i)	/* { dg-error {the slot is not [^\n]*PX707} } */
BAD (narrow, for (signed char t = 0; t < tiles; t++) for (int i = 0; i < n; i++), t * n + i)	/* { dg-error {the slot is not [^\n]*PX707} } */
BAD (limit, for (int t = 0; t < tiles; t++) for (int i = 0; i < (signed char) n; i++), t * n + i)	/* { dg-error {the slot is not [^\n]*PX707} } */
/* 5u * n is another number modulo 3 once it has wrapped around.  */
BAD (wraps, for (int t = 0; t < tiles; t++) for (unsigned i = 0; i < m * 5u; i++), t * (m * 5u) + i)	/* { dg-error {the slot is not [^\n]*PX707} } */
/* And so is 3u * m, which is no part of the number.  */
BAD (part, for (int i = 0; i < n; i++), i + 3u * m)	/* { dg-error {the slot is not [^\n]*PX707} } */
BAD (parts, for (int i = 0; i < n; i++), i + m + 2u * m)	/* { dg-error {the slot is not [^\n]*PX707} } */
BAD (product, TWICE, (unsigned) t * (unsigned) n + i + 3u * (m * (unsigned) t))	/* { dg-error {the slot is not [^\n]*PX707} } */
KERNEL (shifted, TWICE, t * n + i, TWICE, t * n + i + 1)	/* { dg-error {drained from number 1, filled from number 0[^\n]*PX707} } */
/* { dg-message {the other use is here} "" { target *-*-* } .-1 } */
KERNEL (less, TWICE, t * n + i, for (int t = 0; t < tiles - 1; t++) for (int i = 0; i < n; i++), t * n + i)	/* { dg-error {is filled[^\n]*PX708} } */
/* { dg-message {it is drained here} "" { target *-*-* } .-1 } */
