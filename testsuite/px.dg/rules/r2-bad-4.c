/* SPDX-License-Identifier: MIT */
/* In a loop that runs N times.  */
/* { dg-do compile } */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64), smem (256)) void
f (int *out, int n)
{
  __partition (block, 1, int *o = out + px_id (block) * 64)
    __group (block, 1)
      {
	__shared int a[64];
	int i __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *w = a + i)
	  *w = 0;
	for (int k = 0; k < n; k++)
	  __partition (thread, 1, int *w = a + i)	/* { dg-error {gives byte 4 of 'a' to two units of thread.1.: thread 0 of block 0, and thread 1 of block 0, where n >= 1 .PX401.} } */
	    __group (thread, 1)
	      {
		w[1] = k;	/* { dg-error {this access is outside of 'a': at byte 256 of 256, by thread 63 .PX402.} } */
/* { dg-message {a write by one} "" { target *-*-* } .-1 } */
		if (i + k < 64)
		  w[k] = k;	/* { dg-message {a write by the other} } */
	      }
	__partition (thread, 1, int *w = o + i)
	  *w = a[i];
      }
}
