/* SPDX-License-Identifier: MIT */
/* Two branches fill a ring: both are told.  */
/* { dg-do compile } */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (96), smem (512)) void
f (const int *in, int *out, int n)
{
  __group (block, 1)
    {
      __shared __slots (2) int q[2][32];
      __split (thread)
	{
	  __case (32)
	    for (int i = 0; i < n; i++)
	      __partition (thread, 1, int *w = q[i % 2] + px_id (thread))	/* { dg-error {ring 'q': one branch of a split must fill it and others drain it[^\n]*PX707} } */
		*w = in[i];
	  __case (32)
	    for (int i = 0; i < n; i++)
	      __partition (thread, 1, int *w = q[i % 2] + px_id (thread))	/* { dg-message {the other use is here} } */
		*w = in[i] + 1;
	  __case (32)
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
