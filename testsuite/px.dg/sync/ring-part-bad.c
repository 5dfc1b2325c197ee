/* SPDX-License-Identifier: MIT */
/* A branch splits again, and both parts fill the ring: each slot is filled by one or the other.  */
/* { dg-do compile } */
#include <px.h>

enum { S = 2, N = 64 };

__kernel __requires (grid (1), block (1), threads (192), smem (4 * N * S)) void
f (const int *in, int *out, int n)
{
  __partition (block, 1, int *o = out + px_id (block) * 2 * N)
    __group (block, 1)
      {
	__shared __slots (S) int x[S][N];
	__claim (thread, 128, int *mine = o)
	  __split (thread)
	    {
	      __case (128)
		{
		  int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0;
		  for (int i = 0; i < n; i++)
		    __group (thread, 1)
		      sum = 3 * sum + x[i % S][(t + i) % N];
		  __partition (thread, 1, int *w = mine + t)
		    __group (thread, 1)
		      *w = sum;
		}
	      __case (64)
		__split (thread)
		  {
		    __case (32)
		      for (int i = 0; i < n; i++)
			__partition (thread, 1, int *w = x[i % S] + px_id (thread))	/* { dg-message "the other use" } */
			  __group (thread, 1)
			    *w = in[i * N];
		    __case (32)
		      for (int i = 0; i < n; i++)
			__partition (thread, 1, int *w = x[i % S] + 32 + px_id (thread))	/* { dg-error {its first number is 0, what runs before ends at n[^\n]*PX707} } */
			  __group (thread, 1)
			    *w = in[i * N + 1];	
		  }
	    }
      }
}
