/* SPDX-License-Identifier: MIT */
/* codegen: -g 4 -b 256 FILE hash i32:1000 buf:u32:1024=iota buf:u32:2048=iota i32:2047 buf:i32:1024>OUT */
#include <px.h>
__kernel __requires (grid (1), block (1), threads (256)) void
hash (int n, const unsigned *restrict key, const unsigned *restrict slot, int mask, int *restrict at)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *own = at + i)
    __group (thread, 1)
      if (i < n)
	{
	  unsigned v = key[i], h = v * 2654435761u;
	  int r = (h >> 8) & mask;
	  for (int k = 0; k < 40 && slot[r] != v && slot[r]; k++)
	    r = (r + 1) & mask;
	  *own = r;
	}
}
