/* SPDX-License-Identifier: MIT */
/* A condition that not all warps of a role take alike, or another than that of the fill, is no guard of both.  */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
#include <px.h>
enum { N = 64, WARPS = 2, T = 32 * (WARPS + 1) };

#define KERNEL(NAME, GUARD) \
__kernel __requires (grid (1), block (1), threads (T)) void \
NAME (const int *in, int *out, int n) \
{ \
  __partition (block, 1, int *ob = out + px_id (block) * T) \
    __group (block, 1) \
      { \
	__shared __slots (1) int x0[N], x1[N]; \
	int w __perspective (thread, 32) = px_id (thread, 32); \
	__partition (thread, 32, int *mine = ob + w * 32) \
	  __group (thread, 32) \
	    { \
	      int sum __perspective (thread, 1) = w, t __perspective (thread, 1) = px_id (thread); \
	      if (w == 0) \
		for (int i = 0; i < n; i += 2) \
		  { \
		    __async (int *a = x0) \
		      px_bulk_load (a, in + i * N, 4 * N); \
		    if (i + 1 < n) \
		      __async (int *a = x1) \
			px_bulk_load (a, in + (i + 1) * N, 4 * N); \
		  } \
	      else \
		for (int i = 0; i < n; i += 2) \
		  { \
		    __group (thread, 1) \
		      sum = sum * 3 + x0[t]; \
		    if (GUARD) \
		      __group (thread, 1) \
			sum = sum * 3 + x1[32 + t]; \
		  } \
	      __partition (thread, 1, int *q = mine + t) \
		__group (thread, 1) \
		  *q = sum; \
	    } \
      } \
}
KERNEL (each, i + w < n)	/* { dg-error {ring .x1. is filled[^\n]*PX70} } */
/* { dg-message {it is drained here} "" { target *-*-* } .-1 } */
KERNEL (more, i < n)	/* { dg-error {ring .x1. is filled[^\n]*PX708} } */
/* { dg-message {it is drained here} "" { target *-*-* } .-1 } */
