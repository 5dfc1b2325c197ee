/* SPDX-License-Identifier: MIT */
/* codegen: -g 4 -b 256 -s 32K FILE smooth buf:f32:1032=iota buf:f32:1024>OUT */
#include <px.h>
enum
{
  T = 256,
  R = 4
};
__kernel __requires (grid (1), block (1), threads (T)) void
smooth (const float *restrict in, float *restrict out)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, float *part = out + b * T)
    __group (block, 1)
      {
	__shared float line[T + 2 * R];
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, float *own = line + t)
	  __group (thread, 1) *own = in[b * T + t];
	__partition (thread, 1, float *own = line + T + t)
	  __group (thread, 1)
	    if (t < 2 * R)
	      *own = in[b * T + T + t];
	__partition (thread, 1, float *own = part + t)
	  __group (thread, 1)
	    {
	      float s = 0;
	      for (int k = 0; k <= 2 * R; k++)
		s += line[t + k];
	      *own = s / (2 * R + 1);
	    }
      }
}
