/* SPDX-License-Identifier: MIT */
/* Multicasts of some blocks of a cluster: two that reach a common block write different bytes there, and each stays in the slot,
   whatever decides which blocks issue it.  */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
#include <px.h>

#define S 3
#define N 128
#define P (N / 4)
#define KERNEL(name, ...) \
  __kernel __requires (grid (1), threads (160), cluster (4), smem (4 * S * N)) void \
  name (const int *in __perspective (grid, 1), int *out __perspective (grid, 1), int n) \
  { \
    int b __perspective (block, 1) = px_id (block), cl __perspective (block, 4) = px_id (block, 4); \
    __partition (block, 1, int *o = out + b * N) \
      __group (block, 4) \
	{ \
	  int r __perspective (block, 1) = px_id (block); \
	  __shared __slots (S) int x[S][N]; \
	  __group (block, 1) \
	    __claim (thread, N, int *mine = o) \
	      __split (thread) \
		{ \
		  __case (N) \
		    { \
		      int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = r; \
		      for (int i = 0; i < n; i++) \
			sum = sum * 3 + x[i % S][N - 1 - t]; \
		      __partition (thread, 1, int *q = mine + t) \
			*q = sum; \
		    } \
		  __case (32) \
		    for (int i = 0; i < n; i++) \
		      { \
			const int *from = in + (cl * n + i) * N; \
			__async (int *a = x[i % S]) { __VA_ARGS__ } \
		      } \
		} \
	} \
  }

/* Blocks 2 and 3 write to each other's bytes, in blocks 2 and 3.  */
#define LOWER if (r < 2) px_bulk_load_multicast (a + r * 2 * P, from + r * 2 * P, 8 * P, 3);
KERNEL (halves, LOWER if (r >= 2) px_bulk_load_multicast (a + (r - 2) * P, from + r * P, 8 * P, 12);)	/* { dg-warning {it is not decided whether two units of block.1. copy to one place in 'x' .PX404.} } */
	/* { dg-message {} "" { target *-*-* } .-1 } */

/* Block 0 writes beyond the slot of each.  */
KERNEL (beyond, if (r < 1) px_bulk_load_multicast (a + P, from, 4 * N, 15);)	/* { dg-error {outside of 'x': at byte 128 of 512} } */
	/* { dg-message {one slot of ring 'x'} "" { target *-*-* } .-1 } */

/* So do some of those that reach a row of the cluster.  */
KERNEL (rows, px_bulk_load_multicast (a + r * P, from + r * P, 8 * P, 3 << (r & 2));)	/* { dg-error {writes byte 128 of 'x' for two units} } */
	/* { dg-error {outside of 'x': at byte 384 of 512} "" { target *-*-* } .-1 } */
	/* { dg-message {one slot of ring 'x'} "" { target *-*-* } .-2 } */
