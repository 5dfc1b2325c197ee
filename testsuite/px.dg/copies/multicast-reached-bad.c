/* SPDX-License-Identifier: MIT */
/* A multicast into a ring: each block that reads a slot is one that some load of the fill reaches.  Masks of
   constants, by rank, and of who issues the copy under a condition; a load of each block's own beside them.
   No mask names a block outside the cluster, and no two loads of one fill write a byte of one block.  */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
#include <px.h>
#define S 3
#define N 128
#define KERNEL(name, CLUSTER, READ, COPY) \
  __kernel __requires (grid (1), threads (N + 32), cluster (CLUSTER), smem (4 * S * N)) void \
  name (const int *in __perspective (grid, 1), int *out __perspective (grid, 1), int n) \
  { \
    int b __perspective (block, 1) = px_id (block); \
    __partition (block, 1, int *o = out + b * N) \
      __group (block, CLUSTER) \
	{ \
	  int r __perspective (block, 1) = px_id (block); \
	  __shared __slots (S) int x[S][N]; \
	  __group (block, 1) \
	    __claim (thread, N, int *mine = o) \
	      __split (thread) \
		{ \
		  __case (N) \
		    { \
		      int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0; \
		      READ \
			for (int i = 0; i < n; i++) \
			  __group (thread, 1) \
			    sum += x[i % S][t]; \
		      __partition (thread, 1, int *q = mine + t) \
			*q = sum; \
		    } \
		  __case (32) \
		    for (int i = 0; i < n; i++) \
		      __async (int *a = x[i % S]) \
			COPY \
		} \
	} \
  }
#define LOAD(at, bytes, mask) px_bulk_load_multicast (a + (at), in + i * N + (at), bytes, mask);

KERNEL (one, 2, , LOAD (r * 64, 256, 1)) /* { dg-error {ring 'x': nothing that fills a slot reaches block 1 of the cluster, which drains it: write a mask with its bit, or a load of its own[^\n]*PX707} } */
/* { dg-message {the other use is here} "" { target *-*-* } .-1 } */
KERNEL (both, 2, , LOAD (r * 64, 256, 3))
KERNEL (to_other, 2, , LOAD (0, 512, 2 - r))
KERNEL (first, 2, , { if (r == 0) LOAD (0, 512, 1 << r) }) /* { dg-error {reaches block 1 of the cluster} } */
/* { dg-message {the other use is here} "" { target *-*-* } .-1 } */
KERNEL (first_to_both, 2, , { if (r == 0) LOAD (0, 512, 3) })
KERNEL (to_even, 4, , LOAD (r * 32, 128, 5)) /* { dg-error {reaches block 1 of the cluster} } */
/* { dg-message {the other use is here} "" { target *-*-* } .-1 } */
KERNEL (pairs, 4, , LOAD (r % 2 * 64, 256, 3 << (r & 2)))
KERNEL (three, 4, , { if (r < 3) LOAD (0, 512, 1 << r) }) /* { dg-error {reaches block 3 of the cluster} } */
/* { dg-message {the other use is here} "" { target *-*-* } .-1 } */
KERNEL (own_too, 2, , { LOAD (r * 32, 128, 1) px_bulk_load (a + 64, in + i * N + 64, 256); })

KERNEL (outside, 2, , LOAD (r * 64, 256, 15)) /* { dg-error {ring 'x': the mask of block 0 of the cluster, 0xf, names block 2, and the cluster has 2[^\n]*PX707} } */
KERNEL (last_outside, 2, , LOAD (r * 64, 256, 3 << r)) /* { dg-error {the mask of block 1 of the cluster, 0x6, names block 2, and the cluster has 2} } */
KERNEL (not_outside, 2, , { if (r == 0) LOAD (0, 512, 3 << r) })
KERNEL (twice, 2, , { LOAD (r * 64, 256, 1) LOAD (r * 64, 256, 3) }) /* { dg-error {a fill accesses again what a bulk load of it brings} } */
/* { dg-message {the other use is here} "" { target *-*-* } .-1 } */
KERNEL (overlap, 2, , { LOAD (r * 64, 256, 3) LOAD (r * 64 + 32, 64, 1) }) /* { dg-error {a fill accesses again} } */
/* { dg-message {the other use is here} "" { target *-*-* } .-1 } */
KERNEL (beside, 2, , { LOAD (r * 64, 128, 3) LOAD (r * 64 + 32, 128, 3) })
KERNEL (apart, 2, , { LOAD (r * 64, 256, 1) LOAD (r * 64, 256, 2) })
KERNEL (either, 2, , { if (r == 0) LOAD (0, 512, 1) else LOAD (0, 512, 2) })
KERNEL (exchanged, 2, , { LOAD (r * 64, 256, 3) LOAD ((r + 1) % 2 * 64, 256, 3) }) /* { dg-error {a fill accesses again} } */
/* { dg-message {the other use is here} "" { target *-*-* } .-1 } */
KERNEL (both_to_first, 2, , { LOAD (0, 512, 1) if (r == 1) px_bulk_load (a, in + i * N, 512); }) /* { dg-error {this copy writes byte 0 of 'x' for two units of block.1.} } */
