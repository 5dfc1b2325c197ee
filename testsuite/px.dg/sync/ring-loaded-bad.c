/* SPDX-License-Identifier: MIT */
/* Limits that branches load for themselves from memory that may be written between, or from
   different places.  */
/* { dg-do compile } */
#include <px.h>

enum { S = 3, W = 32, T = 64 };
__device int limit[9];
__constant int fixed[9];

#define KERNEL(name, parameter, n, m) \
  __kernel __requires (grid (1), block (1), threads (T), smem (4 * S * W)) void \
  name (parameter, const int *in, int *restrict out) \
  { \
    int b __perspective (block, 1) = px_id (block); \
    (void) b; \
    __group (block, 1) \
      { \
	__shared __slots (S) int x[S][W]; \
	__split (thread) \
	  { \
	    __case (W) \
	      { \
		int sum __perspective (thread, 1) = 0; \
		for (int i = 0, end = m; i < end; i++) \
		  sum += x[i % S][W - 1 - px_id (thread)]; \
		__group (thread, 1) \
		  px_atomic_add (out, sum); \
	      } \
	    __case (W) \
	      for (int i = 0, end = n; i < end; i++) \
		__partition (thread, 1, int *w = x[i % S] + px_id (thread)) \
		  *w = in[i * W + px_id (thread)]; \
	  } \
      } \
  }
KERNEL (writable, int *p, p[b], p[b])	/* { dg-error {filled end'2 \(line 37\) times, but drained end \(line 37\) times[^\n]*PX708} } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (variable, int k, limit[k], limit[k])	/* { dg-error {filled end'2 \(line 39\) times, but drained end \(line 39\) times[^\n]*PX708} } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (elsewhere, const int *p, p[b], p[b + 1])	/* { dg-error {filled p\[px_id \(block\)\] times, but drained p\[px_id \(block\) \+ 1\] times[^\n]*PX708} } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (behind, const int *const *p, p[0][1], p[0][1])	/* { dg-error {filled end'2 \(line 43\) times, but drained end \(line 43\) times[^\n]*PX708} } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (narrow, const short *p, p[1], ((const unsigned short *) p)[1])	/* { dg-error {filled p\[1\]'2 times, but drained p\[1\] times[^\n]*PX708} } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (other, int k, fixed[k], fixed[k + 1])	/* { dg-error {filled fixed\[k\] times, but drained fixed\[k \+ 1\] times[^\n]*PX708} } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
