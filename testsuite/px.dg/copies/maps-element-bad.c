/* SPDX-License-Identifier: MIT */
/* A copy from the second element of a row on is none of a row.  */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
/* Copies of rows of a slot, one of which begins where the slot does: all loads by one map bring as much.  A map of another
   box is refused at launch.  */
#include "../aux/t.h"

enum { N = 64, ROWS = 6 };

#define KERNEL(name, ...) \
  __kernel __requires (grid (1), block (1), threads (2 * N), smem (3 * 2 * N * 4 + 256)) void \
  name (px_tensor_map map __perspective (grid, 1), int *out __perspective (grid, 1), \
	int n __perspective (grid, 1)) \
  { \
    int b __perspective (block, 1) = px_id (block); \
    __partition (block, 1, int *o = out + b * 2 * N) \
      __group (block, 1) \
	{ \
	  __shared __slots (3) int x[3][2][N]; \
	  int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0; \
	  for (int i = 0; i < n; i++) \
	    { \
	      __async (int (*a)[N] = x[i % 3]) \
		{ __VA_ARGS__ } \
	      __group (thread, 1) \
		sum = sum * 3 + x[i % 3][t / N][t % N]; \
	    } \
	  __partition (thread, 1, int *p = o + t) \
	    *p = sum; \
	} \
  }

KERNEL (second, px_tensor_load (&a[0][1], &map, 0, i); px_tensor_load (&a[1][0], &map, N, i);) /* { dg-error {destination is no array[^\n]*PX705} } */
