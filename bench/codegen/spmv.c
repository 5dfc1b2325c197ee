/* SPDX-License-Identifier: MIT */
/* codegen: -g 4 -b 256 FILE spmv i32:1000 buf:i32:1025=iota buf:i32:1100=iota buf:f32:1100=iota buf:f32:1100=iota buf:f32:1024>OUT */
#include <px.h>
__kernel __requires (grid (1), block (1), threads (256)) void
spmv (int n, const int *restrict row, const int *restrict column, const float *restrict a, const float *restrict x, float *restrict y)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, float *own = y + i)
    __group (thread, 1)
      if (i < n)
	{
	  float r = 0;
	  for (int k = row[i]; k < row[i + 1] + 20; k++)
	    r += a[k] * x[column[k]];
	  *own = r;
	}
}
