/* SPDX-License-Identifier: MIT */
/* codegen: -g 4 -b 256 FILE search i32:1000 buf:i32:4096=iota i32:4096 buf:i32:1024=iota buf:i32:1024>OUT */
#include <px.h>
__kernel __requires (grid (1), block (1), threads (256)) void
search (int n, const int *restrict sorted, int count, const int *restrict key, int *restrict at)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *own = at + i)
    __group (thread, 1)
      if (i < n)
	{
	  int v = key[i], lo = 0, hi = count;
	  while (lo < hi)
	    {
	      int mid = lo + (hi - lo) / 2;
	      if (sorted[mid] < v)
	        lo = mid + 1;
	      else
	        hi = mid;
	    }
	  int r = lo;
	  *own = r;
	}
}
