/* SPDX-License-Identifier: MIT */
/* codegen: -g 4 -b 256 FILE knn i32:1000 buf:f32:1024=random:1 buf:f32:1024=random:2 buf:f32:96=random:3 buf:f32:96=random:4 i32:91 buf:i32:1024>OUT */
#include <px.h>
__kernel __requires (grid (1), block (1), threads (256)) void
knn (int n, const float *restrict x, const float *restrict y, const float *restrict px, const float *restrict py, int count, int *restrict nearest)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *own = nearest + i)
    __group (thread, 1)
      if (i < n)
	{
	  float ax = x[i], ay = y[i], best = 1e30f;
	  int r = -1;
	  for (int k = 0; k < count; k++)
	    {
	      float dx = px[k] - ax, dy = py[k] - ay, d = dx * dx + dy * dy;
	      if (d < best)
	        {
	          best = d;
	          r = k;
	        }
	    }
	  *own = r;
	}
}
