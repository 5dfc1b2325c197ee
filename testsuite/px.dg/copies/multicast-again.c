/* SPDX-License-Identifier: MIT */
/* Multicasts that a loop repeats in one fill, as with debug the slot is not known to be the same each time:
   i is a variable, and the loop one fill.  They were believed to be apart.  */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90 -fplugin-arg-px-debug" } */
#include <px.h>

enum { N = 64, T = 128 + 32 };

__kernel __requires (grid (1), cluster (2), threads (T), smem (3 * N * 4)) void
f (const int *in __perspective (grid, 1), int *out, int n)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * 128)
    __group (block, 2)
      {
	int rank __perspective (block, 1) = px_id (block);
	_Alignas (128) __shared __slots (3) int s[3][N];
	__group (block, 1)
	  __claim (thread, 128, int *mine = o)
	    __split (thread)
	      {
		__case (128)
		  {
		    unsigned i = 0;
		    int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0;
		    for (int k = 0; k < n; k++)
		      __group (thread, 1)
			sum = sum * 3 + s[(i + 1) % 3][t % N];
		    __partition (thread, 1, int *own = mine + t)
		      __group (thread, 1) *own = sum;
		  }
		__case (32)
		  {
		    unsigned i = 0;
		    for (int k = 0; k < n; k++)
		      __async (int *to = s[(i + 1) % 3])
			px_bulk_load_multicast (to + rank * 32, in + k * N + rank * 32, 128, 3); /* { dg-error {ring 's': a fill accesses again what a bulk load of it brings .PX707.} } */
		  }
	      }
      }
}
