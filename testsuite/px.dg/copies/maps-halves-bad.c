/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
/* As maps-halves.c, in a ring between branches; two copies of one fill overlap: both bring one row, or one of them by another
   map, which may have another box, the whole slot.  */
#include <px.h>

enum { N = 64 };

#define KERNEL(name, ...) \
  __kernel __requires (grid (1), block (1), threads (N + 32), smem (3 * 2 * N * 4 + 256)) void \
  name (px_tensor_map map __perspective (grid, 1), px_tensor_map other __perspective (grid, 1), \
	int *out __perspective (grid, 1), int n __perspective (grid, 1)) \
  { \
    int b __perspective (block, 1) = px_id (block); \
    __partition (block, 1, int *o = out + b * N) \
      __group (block, 1) \
	{ \
	  __shared __slots (3) int x[3][2][N]; \
	  __claim (thread, N, int *mine = o) \
	    __split (thread) \
	      { \
		__case (N) \
		  { \
		    int t __perspective (thread, 1) = px_id (thread); \
		    int sum __perspective (thread, 1) = 0; \
		    for (int i = 0; i < n; i++) \
		      __group (thread, 1) \
			sum += x[i % 3][0][t] - x[i % 3][1][t]; \
		    __partition (thread, 1, int *p = mine + t) \
		      *p = sum; \
		  } \
		__case (32) \
		  for (int i = 0; i < n; i++) \
		    __async (int (*a)[N] = x[i % 3]) \
		      { __VA_ARGS__ } \
	      } \
	} \
  }

KERNEL (apart, px_tensor_load (a, &map, 0, i); px_tensor_load (a + 1, &map, N, i);)
KERNEL (same, px_tensor_load (a + 1, &map, 0, i); px_tensor_load (a + 1, &map, N, i);)	/* { dg-error {fill accesses again[^\n]*PX707} } */
/* { dg-message {the other use is here} "" { target *-*-* } .-1 } */
KERNEL (two, px_tensor_load (a, &other, 0, i); px_tensor_load (a + 1, &map, N, i);)	/* { dg-error {fill accesses again[^\n]*PX707} } */
/* { dg-message {the other use is here} "" { target *-*-* } .-1 } */
