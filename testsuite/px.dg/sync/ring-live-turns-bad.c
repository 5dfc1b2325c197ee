/* SPDX-License-Identifier: MIT */
/* A condition that each turn decides anew: who drains one ring of both arms first waits for ever where enough turns
   took the other, though not if all turns took one.  */
/* { dg-do compile } */
#include "../aux/t.h"

enum { S = 3, P = 64, C = 32, TURNS = 10 };
#define FILL(x, slot, i) \
  __partition (thread, 1, int *w = x[slot] + t) \
    __group (thread, 1) *w = in[(i) * P + t]
#define USE(x, slot) __group (thread, 1) sum = sum * 3 + x[slot][P - 1 - t]
#define NEXT(s) s = s == S - 1 ? 0 : s + 1
#define KERNEL(name, COND) \
  __kernel __requires (grid (1), block (1), threads (P + C), smem (8 * S * P)) void \
  name (const int *in, int *out, int n, int each, const int *kinds) \
  { \
    int b __perspective (block, 1) = px_id (block); \
    __partition (block, 1, int *o = out + b * C) \
      __group (block, 1) \
	{ \
	  __shared __slots (S) int x[S][P]; \
	  __shared __slots (S) int y[S][P]; \
	  __claim (thread, C, int *mine = o) \
	    __split (thread) \
	      { \
		__case (P) \
		  { \
		    int t __perspective (thread, 1) = px_id (thread), s = 0, r = 0; \
		    for (int i = 0; i < TURNS; i++) \
		      if (COND) { FILL (x, s, i); NEXT (s); } else { FILL (y, r, i); NEXT (r); } \
		  } \
		__case (C) \
		  { \
		    int t __perspective (thread, 1) = px_id (thread), s = 0, r = 0; \
		    int sum __perspective (thread, 1) = 0; \
		    for (int i = 0; i < TURNS; i++) \
		      if (!(COND)) { USE (y, r); NEXT (r); } \
		    for (int i = 0; i < TURNS; i++) \
		      if (COND) { USE (x, s); NEXT (s); } \
		    __partition (thread, 1, int *q = mine + t) \
		      __group (thread, 1) *q = sum; \
		  } \
	      } \
	} \
  }

KERNEL (loaded, kinds[i]) /* { dg-error {ring 'y' never goes on: branch 1 waits to fill number 3 of x[^\n]*PX709} } */
KERNEL (above, kinds[i] > 2) /* { dg-error {ring 'y' never goes on: [^\n]*PX709} } */
KERNEL (below, i < each) /* { dg-error {ring 'y' never goes on: [^\n]*PX709} } */
KERNEL (first_five, i < 5) /* { dg-error {ring 'y' never goes on: [^\n]*PX709} } */
KERNEL (bits, (i & 7) < each) /* { dg-error {ring 'y' never goes on: [^\n]*PX709} } */
/* What no turn changes.  */
KERNEL (launch, each > 2)
KERNEL (loaded_once, kinds[0] > n)
