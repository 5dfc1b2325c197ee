/* SPDX-License-Identifier: MIT */
/* As ring-warps-after.c, but the slots after the loop are not the next ones, or too many are used.  */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
#include "../aux/t.h"

enum { S = 2, W = 256, N = 8, T = W + 32 };

#define KERNEL(name, uses, ...)								\
__kernel __requires (threads (T), smem (S * W * 4)) void				\
name (const int *in, int *out, int n)							\
{											\
  int b = px_id (block);								\
  __each (block, int *o = out + b * W)							\
    {											\
      __shared __slots (S) int x[S][W];							\
      __claim (thread, W, int *oc = o)							\
	__split (thread)								\
	  {										\
	    __case (W)									\
	      {										\
		int t = px_id (thread);							\
		__each (thread, 128, int *ow = oc + px_id (thread, 128) * 128)		\
		  {									\
		    int sum __perspective (thread, 1) = 0;				\
		    uses								\
		    __each (thread, int *p = ow + t % 128)				\
		      *p = sum;								\
		  }									\
	      }										\
	    __case (32)									\
	      __VA_ARGS__								\
	  }										\
    }											\
}
#define USE(k) __group (thread) sum = sum * 3 + x[k][W - 1 - t];
#define FILL(k) __async (int *to = x[(k) % S]) px_bulk_load (to, in + (k) * W, W * sizeof (int));

KERNEL (twice, for (int i = 0; i < N - 1; i++) { USE (i % S) } USE (N % S), for (int i = 0; i < N; i++) FILL (i))	/* { dg-error "PX70\[78\]" } */
/* { dg-message "(drained|other use) is here|it is drained here" "" { target *-*-* } .-1 } */
KERNEL (too_many, for (int i = 0; i < N; i++) { USE (i % S) } USE (0), for (int i = 0; i < N; i++) FILL (i))	/* { dg-error "PX70\[78\]" } */
/* { dg-message "(drained|other use) is here|it is drained here" "" { target *-*-* } .-1 } */
KERNEL (narrow, for (unsigned char i = 0; i < N + 1; i++) { USE (i % S) }, for (short i = 0; i < N; i++) FILL (i))	/* { dg-error "PX70\[78\]" } */
/* { dg-message "(drained|other use) is here|it is drained here" "" { target *-*-* } .-1 } */
KERNEL (other_guard, for (int i = 0; i < n - 1; i++) { USE (i % S) } if (n > 1) { USE ((n - 1) % S) }, for (int i = 0; i < n; i++) FILL (i))	/* { dg-error "PX70\[78\]" } */
/* { dg-message "(drained|other use) is here|it is drained here" "" { target *-*-* } .-1 } */
