/* SPDX-License-Identifier: MIT */
/* A loop in a warp's code that turns as often as the warp's number says: threads of one turn
   that meet are told, with the turn.  */
/* { dg-do compile } */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (128), smem (2048)) void
f (int *out)
{
  __group (block, 1)
    {
      __shared int x[512];
      int u __perspective (thread, 32) = px_id (thread, 32);
      __partition (thread, 32, int *q = x + 128 * u)
	__group (thread, 32)
	  {
	    int l __perspective (thread, 1) = px_id (thread);
	    for (int i = 0; i != u; i++)
	      __partition (thread, 1, int *w = q + l + i)	/* { dg-error {this partition gives byte .* of 'x' to two units of thread.1.: thread 33 of block 0, and thread 32 of block 0 .PX401} } */
		{
		  w[0] = 1;	/* { dg-message "a write by one is here" } */
		  w[1] = 1;	/* { dg-message "a write by the other is here" } */
		}
	  }
    }
}
