/* SPDX-License-Identifier: MIT */
/* codegen: -g 4 -b 256 FILE sines i32:1000 i32:10 buf:f32:1024>OUT */
#include <px.h>
#include <math.h>
__kernel __requires (grid (1), block (1), threads (256)) void
sines (int n, int steps, float *restrict area)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, float *own = area + i)
    __group (thread, 1)
      if (i < n)
	{
	  float h = 0.0005f * (float) (i + 1) / (float) steps, r = 0;
	  for (int k = 0; k < steps; k++)
	    {
	      float x = h * ((float) k + 0.5f);
	      r += sinf (x) * cosf (3 * x) * h;
	    }
	  *own = r;
	}
}
