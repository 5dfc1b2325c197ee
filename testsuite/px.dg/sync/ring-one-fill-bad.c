/* SPDX-License-Identifier: MIT */
/* What a bulk load brings to a slot, its fill does not write again: it could wait for nothing but the slot's barrier.  */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
#include <px.h>

enum { S = 3, P = 64 };

#define KERNEL(name, ...) \
  __kernel __requires (grid (1), block (1), threads (2 * P), smem (4 * S * P)) void \
  name (const int *in, int *out, int n) \
  { \
    int b __perspective (block, 1) = px_id (block); \
    __partition (block, 1, int *o = out + b * P) \
      __group (block, 1) \
	{ \
	  __shared __slots (S) int x[S][P]; \
	  __claim (thread, P, int *mine = o) \
	    __split (thread) \
	      { \
		__case (P) \
		  { \
		    int t __perspective (thread, 1) = px_id (thread); \
		    for (int i = 0; i < n; i++) \
		      { __VA_ARGS__ } \
		  } \
		__case (P) \
		  { \
		    int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0; \
		    for (int i = 0; i < n; i++) \
		      sum = sum * 3 + x[i % S][t]; \
		    __each (thread, int *w = mine + t) *w = sum; \
		  } \
	      } \
	} \
  }
#define BULK(first, n, row) __async (int *w = x[i % S]) px_bulk_load (w + (first), in + (row) * P, 4 * (n));
#define STORE(at, v) __each (thread, int *w = x[i % S] + (at)) *w = (v);

KERNEL (twice, BULK (0, P, i) BULK (16, 16, i + 1)) /* { dg-error {a fill accesses again what a bulk load of it brings .PX707.} } */
/* { dg-message {the other use is here} "" { target *-*-* } .-1 } */
KERNEL (stored, BULK (0, P, i) STORE (t, i)) /* { dg-error {a fill accesses again what a bulk load of it brings .PX707.} } */
/* { dg-message {the other use is here} "" { target *-*-* } .-1 } */
KERNEL (again, for (int j = 0; j < 3; j++) BULK (8 * j, 16, i + j)) /* { dg-error {a fill accesses again what a bulk load of it brings .PX707.} } */
KERNEL (before, STORE (t, i) BULK (16, 16, i))
