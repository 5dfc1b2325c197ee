/* SPDX-License-Identifier: MIT */
/* codegen: -g 4 -b 256 FILE saxpy i32:1000 f32:2 buf:f32:1024=iota buf:f32:1024=iota>OUT */
#include <px.h>
__kernel __requires (grid (1), block (1), threads (256)) void
saxpy (int n, float a, const float *restrict x, float *restrict y)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, float *own = y + i)
    __group (thread, 1)
      if (i < n)
	{
	  float r = a * x[i] + *own;
	  *own = r;
	}
}
