/* SPDX-License-Identifier: MIT */
/* codegen: -g 1 -b 256 FILE thomas i32:200 buf:f32:8192=iota buf:f32:256>OUT */
#include <px.h>
__kernel __requires (grid (1), block (1), threads (256)) void
thomas (int n, const float *restrict d, float *restrict first)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, float *own = first + i)
    __group (thread, 1)
      if (i < n)
	{
	  float c[16], e[16];
	  float b = 4;
	  c[0] = 1 / b;
	  e[0] = d[i] / b;
	  for (int k = 1; k < 16; k++)
	    {
	      float m = 1 / (b - c[k - 1]);
	      c[k] = m;
	      e[k] = (d[k * n + i] - e[k - 1]) * m;
	    }
	  float r = e[15];
	  for (int k = 14; k >= 0; k--)
	    r = e[k] - c[k] * r;
	  *own = r;
	}
}
