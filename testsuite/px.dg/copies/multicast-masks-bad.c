/* SPDX-License-Identifier: MIT */
/* Multicasts whose masks are not the same each time: a block that is left out reads what its slot had before, two that reach
   one block may write the same bytes there, and R2 and the blocks outside the cluster do not depend on the mask.  */
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

#define PART(mask) px_bulk_load_multicast (a + r * P, from + r * P, 4 * P, mask);
#define ALL(mask) px_bulk_load_multicast (a, from, 4 * N, mask);

/* In turn 7 block 3 gets nothing, or not the part of one block.  */
KERNEL (left_out, PART (i == 7 ? 7 : 15)) /* { dg-warning {it is not decided whether this multicast reaches block 3 of the cluster, which drains ring 'x', each time .PX404.} } */
	/* { dg-message {} "" { target *-*-* } .-1 } */
KERNEL (left_out_later, if (i & 1) PART (15) else PART (i == 7 ? 11 : 15)) /* { dg-warning {reaches block 2 of the cluster} } */
	/* { dg-message {} "" { target *-*-* } .-1 } */
KERNEL (not_its_own, PART (i == 7 ? 15 & ~(1 << r) : 15)) /* { dg-warning {reaches block 0 of the cluster} } */
	/* { dg-message {} "" { target *-*-* } .-1 } */
KERNEL (in_turns, if (r == 0) ALL (1 << (i & 3))) /* { dg-warning {reaches block 0 of the cluster} } */
	/* { dg-message {} "" { target *-*-* } .-1 } */
KERNEL (of_argument, PART (n)) /* { dg-warning {reaches block 0 of the cluster} } */
	/* { dg-message {} "" { target *-*-* } .-1 } */
KERNEL (two_masks, if (i == 7) PART (14) else PART (15)) /* { dg-warning {reaches block 0 of the cluster} } */
	/* { dg-message {} "" { target *-*-* } .-1 } */
KERNEL (one_part, if (r & 1) PART (15) else { if (i != 7) PART (15) }) /* { dg-warning {reaches block 0 of the cluster} } */
	/* { dg-message {} "" { target *-*-* } .-1 } */
KERNEL (again, PART (15) if (i & 1) px_bulk_load_multicast (a + r * P, from + r * P, 16, 15);) /* { dg-warning {two units of block.1. copy to one place} } */
	/* { dg-warning {reaches block 0 of the cluster} "" { target *-*-* } .-1 } */
	/* { dg-message {} "" { target *-*-* } .-2 } */

/* A block that the cluster does not have.  */
KERNEL (beyond, PART (15 | (i & 16))) /* { dg-warning {it is not decided whether this mask of a multicast names only blocks of the cluster, which has 4 .PX404.} } */
	/* { dg-message {} "" { target *-*-* } .-1 } */

/* All blocks write to the same one.  */
KERNEL (one_block, ALL (1 << (i & 3))) /* { dg-warning {it is not decided whether two units of block.1. copy to one place in 'x' .PX404.} } */
	/* { dg-warning {reaches block 0 of the cluster} "" { target *-*-* } .-1 } */
	/* { dg-message {} "" { target *-*-* } .-2 } */

/* Outside of the slot, wherever.  */
KERNEL (outside, px_bulk_load_multicast (a + (r + 1) * P, from, 4 * P, n);) /* { dg-error {outside of 'x': at byte 512 of 512} } */
	/* { dg-warning {reaches block 0 of the cluster} "" { target *-*-* } .-1 } */
	/* { dg-message {} "" { target *-*-* } .-2 } */
