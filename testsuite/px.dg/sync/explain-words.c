/* SPDX-License-Identifier: MIT */
/* Each synchronisation is explained by what it is and why that, not by its instructions.  */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90 -fplugin-arg-px-explain" } */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (96), smem (3 * 256 + 256)) void
f (const int *in, int *out, int n)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * 64)	/* { dg-message {race-free} } */
    __group (block, 1)
      {
	__shared __slots (3) int x[3][64];	/* { dg-message {bytes 0 to 767} } */
	__claim (thread, 64, int *mine = o)
	  __split (thread)
	    {
	      __case (64)
		{
		  int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0;
		  for (int i = 0; i < n; i++)
		    __group (thread, 1)	/* { dg-message {of 'f' here: a slot of ring 'x': its mbarrier that tells when it is empty: who drains arrives, who fills it again waits} } */
		      /* { dg-message {of 'f' here: a slot of ring 'x': a barrier of 32 threads, before one of them says that it is empty} "gather" { target *-*-* } .-1 } */
		      sum += x[i % 3][t];
		      /* { dg-message {a read of 'x' here} "" { target *-*-* } .-1 } */
		      /* { dg-message {then a read here} "" { target *-*-* } .-2 } */
		  __partition (thread, 1, int *q = mine + t)	/* { dg-message {race-free} } */
		    __group (thread, 1)
		      *q = sum;
		}
	      __case (32)
		for (int i = 0; i < n; i++)
		  __async (int *a = x[i % 3])
		    px_bulk_load (a, in + i * 64, 256);	/* { dg-message {of 'f' here: a slot of ring 'x': its mbarrier that tells when it is full: who fills arrives, the copied bytes count as well, who drains waits} } */
		    /* { dg-message {a write of 'x' here} "" { target *-*-* } .-1 } */
		    /* { dg-message {then a write here} "" { target *-*-* } .-2 } */
		    /* { dg-message {no two units of thread.32. copy to one place in .x.} "" { target *-*-* } .-3 } */
	    }
      }
}
