/* SPDX-License-Identifier: MIT */
/* codegen: -g 1 -b 256 FILE nbody i32:200 buf:f32:256=random:1 buf:f32:256=random:2 i32:77 buf:f32:256>OUT */
#include <px.h>
#include <math.h>
__kernel __requires (grid (1), block (1), threads (256)) void
nbody (int n, const float *restrict x, const float *restrict mass, int count, float *restrict force)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, float *own = force + i)
    __group (thread, 1)
      if (i < n)
	{
	  float at = x[i], r = 0;
	  for (int k = 0; k < count; k++)
	    {
	      float d = x[k] - at, s = 1 / sqrtf (d * d + 0.01f);
	      r += mass[k] * d * s * s * s;
	    }
	  *own = r;
	}
}
