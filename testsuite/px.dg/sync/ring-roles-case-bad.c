/* SPDX-License-Identifier: MIT */
/* Roles inside a branch that px can not tell, that several units take, that do not stand next to each
   other, or that do not take as many turns as the other side.  */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-undecided=none -fplugin-arg-px-arch=sm_90" } */
#include <px.h>
enum { S = 3, N = 64, P = 128 };

#define KERNEL(NAME, ROLE, TURNS) \
__kernel __requires (grid (1), block (1), threads (2 * P), smem (4 * N * S)) void \
NAME (const int *in, int *out, int n) \
{ \
  __partition (block, 1, int *o = out + px_id (block) * P) \
    __group (block, 1) \
      { \
	__shared __slots (S) int x[S][N]; \
	__claim (thread, P, int *mine = o) \
	  __split (thread) \
	    { \
	      __case (P) \
		{ \
		  int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0; \
		  for (int i = 0; i < n; i++) \
		    __group (thread, 1) \
		      sum = 3 * sum + x[i % S][t / 2]; \
		  __partition (thread, 1, int *w = mine + t) \
		    __group (thread, 1) \
		      *w = sum; \
		} \
	      __case (P) \
		{ \
		  int pw __perspective (thread, 32) = px_id (thread, 32); \
		  __group (thread, 32) \
		    if (ROLE) \
		      for (int i = 0; i < TURNS; i++) \
			__async (int *a = x[i % S]) \
			  px_bulk_load (a, in + i * N, 4 * N); \
		} \
	    } \
      } \
}
KERNEL (right, pw == 3, n)
KERNEL (middle, pw == 2, n)
KERNEL (unknown, pw == n % 4, n)	/* { dg-error {only part of a branch uses it here[^\n]*PX707} } */
KERNEL (two, pw < 2, n)	/* { dg-error {ring .x. is filled once[^\n]*PX708} } */
/* { dg-message {it is drained here} "" { target *-*-* } .-1 } */
KERNEL (all, pw < 4, n)	/* { dg-error {only part of a branch uses it here[^\n]*PX707} } */
KERNEL (several, (pw & 1), n)	/* { dg-error {the units that take a branch are not next to each other[^\n]*PX707} } */
KERNEL (fewer, pw == 0, n - 1)	/* { dg-error {ring .x. is filled n - 1 times[^\n]*PX708} } */
/* { dg-message {it is drained here} "" { target *-*-* } .-1 } */
KERNEL (own, pw == 1, n + pw)	/* { dg-error {ring .x. is filled[^\n]*PX708} } */
/* { dg-message {it is drained here} "" { target *-*-* } .-1 } */
