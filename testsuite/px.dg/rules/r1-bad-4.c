/* SPDX-License-Identifier: MIT */
/* In a loop that runs N times; what is wrong in each turn is wrong.  */
/* { dg-do compile } */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64)) void
f (int *out, int n)
{
  __partition (block, 1, int *o = out + px_id (block) * 64)
    __group (block, 1)
      {
	int i __perspective (thread, 1) = px_id (thread);
	for (int k = 0; k < n; k++)
	  __partition (thread, 1, int *w = o + i / 2)	/* { dg-error {this partition gives byte 0 of 'out' to two units of thread.1.: thread 1 of block 0, and thread 0 of block 0 .PX401.} } */
	    *w = k;
/* { dg-message {a write by one is here} "" { target *-*-* } .-1 } */
/* { dg-message {a write by the other is here} "" { target *-*-* } .-2 } */
	for (int k = n; k > 0; k--)
	  __partition (thread, 1, int *w = o + (i ^ 1))
	    *w = k;
	for (int k = 0; k < n; k++)	/* a turn of its own each */
	  __partition (thread, 1, int *w = o + i)
	    __group (thread, 1)
	      if (i + k < 64)
		w[k] = k;
      }
}
