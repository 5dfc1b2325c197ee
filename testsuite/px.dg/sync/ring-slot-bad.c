/* SPDX-License-Identifier: MIT */
/* A slot that is chosen in another way than by the ring's slots is told where it is named.  */
/* { dg-do compile } */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (128), smem (512)) void
f (const int *in, int *out, int n)
{
  __group (block, 1)
    {
      __shared __slots (2) int q[2][64];
      __split (thread)
	{
	  __case (64)
	    for (int i = 0; i < n; i++)
	      __partition (thread, 1, int *w = q[i % 3] + px_id (thread))	/* { dg-error {the slot is not \(i \+ c\) % slots[^\n]*PX707} } */
		*w = in[i];
	  __case (64)
	    {
	      int s __perspective (thread, 1) = 0;
	      for (int i = 0; i < n; i++)
		s += q[i % 2][px_id (thread)];
	      __group (thread, 1)
		px_atomic_add (out, s);
	    }
	}
    }
}
