/* SPDX-License-Identifier: MIT */
/* codegen: -g 4 -b 256 FILE mandelbrot i32:1000 i32:64 i32:100 buf:i32:1024>OUT */
#include <px.h>
__kernel __requires (grid (1), block (1), threads (256)) void
mandelbrot (int n, int width, int most, int *restrict turns)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *own = turns + i)
    __group (thread, 1)
      if (i < n)
	{
	  float cx = (float) (i % width) / 32 - 1.5f, cy = (float) (i / width) / 32 - 1, x = 0, y = 0;
	  int r = 0;
	  while (r < most && x * x + y * y < 4)
	    {
	      float t = x * x - y * y + cx;
	      y = 2 * x * y + cy;
	      x = t;
	      r++;
	    }
	  *own = r;
	}
}
