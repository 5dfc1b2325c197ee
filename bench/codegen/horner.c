/* SPDX-License-Identifier: MIT */
/* codegen: -g 4 -b 256 FILE horner i32:1000 buf:f64:12=iota buf:f64:1024=random:1 buf:f64:1024>OUT */
#include <px.h>
__kernel __requires (grid (1), block (1), threads (256)) void
horner (int n, const double *restrict c, const double *restrict x, double *restrict y)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, double *own = y + i)
    __group (thread, 1)
      if (i < n)
	{
	  double v = x[i], r = c[11];
	  for (int k = 10; k >= 0; k--)
	    r = r * v + c[k];
	  *own = r;
	}
}
