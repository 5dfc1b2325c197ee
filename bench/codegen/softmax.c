/* SPDX-License-Identifier: MIT */
/* codegen: -g 4 -b 32 FILE softmax buf:f32:2048=random:1 buf:f32:2048>OUT i32:500 */
#include <px.h>
#include <math.h>
__kernel __requires (grid (1), block (1), threads (32)) void
softmax (const float *restrict in, float *restrict out, int n)
{
  int row __perspective (block, 1) = px_id (block);
  __partition (block, 1, float *line = out + row * n)
    __group (block, 1)
      {
	int t __perspective (thread, 1) = px_id (thread);
	float most __perspective (thread, 1) = -INFINITY, s __perspective (thread, 1) = 0;
	__group (thread, 1)
	  for (int i = t; i < n; i += 32)
	    most = fmaxf (most, in[row * n + i]);
	__group (thread, 32)
	  for (int k = 16; k > 0; k /= 2)
	    most = fmaxf (most, px_shfl_xor (most, k));
	__group (thread, 1)
	  for (int i = t; i < n; i += 32)
	    s += expf (in[row * n + i] - most);
	__group (thread, 32)
	  for (int k = 16; k > 0; k /= 2)
	    s += px_shfl_xor (s, k);
	for (int i = 0; i < n; i += 32)
	  __partition (thread, 1, float *own = line + i + t)
	    __group (thread, 1)
	      if (i + t < n)
		*own = expf (in[row * n + i + t] - most) / s;
      }
}
