/* SPDX-License-Identifier: MIT */
/* Slots by pointer arithmetic that is not from one slot to the next, or of which px does not know
   where it leads.  */
/* { dg-do compile } */
#include <px.h>

enum { S = 3, N = 64 };
typedef struct { int v[N]; } slot;

#define KERNEL(NAME, FILLED, DRAINED) \
__kernel __requires (grid (1), block (1), threads (2 * N), smem (4 * N * S)) void \
NAME (const int *in, int *out, int n) \
{ \
  __partition (block, 1, int *o = out + px_id (block) * N) \
    __group (block, 1) \
      { \
	__shared __slots (S) slot x[S]; \
	__claim (thread, N, int *mine = o) \
	  __split (thread) \
	    { \
	      __case (N) \
		{ \
		  int t __perspective (thread, 1) = px_id (thread); \
		  for (int i = 0; i < n; i++) \
		    __partition (thread, 1, int *w = (FILLED)->v + t) \
		      __group (thread, 1) \
			*w = in[i * N + t]; \
		} \
	      __case (N) \
		{ \
		  int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0; \
		  for (int i = 0; i < n; i++) \
		    __group (thread, 1) \
		      sum = 3 * sum + (DRAINED)->v[N - 1 - t]; \
		  __partition (thread, 1, int *w = mine + t) \
		    __group (thread, 1) \
		      *w = sum; \
		} \
	    } \
      } \
}
KERNEL (right, x + i % S, &x[i % S])
KERNEL (start, x + i % S, x + (i + 1) % S)	/* { dg-error {drained from number 1, filled from number 0[^\n]*PX707} } */
/* { dg-message {the other use is here} "" { target *-*-* } .-1 } */
KERNEL (step, x + 2 * i % S, x + i % S)	/* { dg-error {the slot is not \(i \+ c\) % slots[^\n]*PX707} } */
KERNEL (more, x + i % (S + 1), x + i % (S + 1))	/* { dg-error {the slot is not \(i \+ c\) % slots[^\n]*PX707} } */
KERNEL (again, x + i % S % 2, x + i % S % 2)	/* { dg-error {the slot is not \(i \+ c\) % slots[^\n]*PX707} } */
KERNEL (behind, x + 1 + i % 2, x + 1 + i % 2)	/* { dg-error {the slot is not \(i \+ c\) % slots[^\n]*PX707} } */
KERNEL (second, &x[1] + i % 2, &x[1] + i % 2)	/* { dg-error {the slot is not \(i \+ c\) % slots[^\n]*PX707} } */
KERNEL (twice, &x[i % 2] + i % 2, &x[i % 2] + i % 2)	/* { dg-error {the slot is not \(i \+ c\) % slots[^\n]*PX707} } */
KERNEL (parts, (slot *) (x[0].v + i % S * N), (slot *) (x[0].v + i % S * N))	/* { dg-error {the slot is not \(i \+ c\) % slots[^\n]*PX707} } */
KERNEL (narrow, x + (signed char) i % S, x + i % S)	/* { dg-error {the slot is not \(i \+ c\) % slots[^\n]*PX707} } */
