/* SPDX-License-Identifier: MIT */
/* codegen: -g 4 -b 256 FILE life i32:1024 i32:32 buf:u8:1024=random:1 buf:u8:1024>OUT */
#include <px.h>
__kernel __requires (grid (1), block (1), threads (256)) void
life (int n, int side, const unsigned char *restrict in, unsigned char *restrict out)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, unsigned char *own = out + i)
    __group (thread, 1)
      if (i < n)
	{
	  int x = i % side, y = i / side, count = 0;
	  for (int dy = -1; dy <= 1; dy++)
	    for (int dx = -1; dx <= 1; dx++)
	      {
	        int u = x + dx, v = y + dy;
	        if ((dx || dy) && u >= 0 && u < side && v >= 0 && v < side)
	          count += in[v * side + u] & 1;
	      }
	  unsigned char r = count == 3 || (count == 2 && in[i] & 1);
	  *own = r;
	}
}
