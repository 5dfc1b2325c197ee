/* SPDX-License-Identifier: MIT */
/* codegen: -g 4 -b 128 FILE gemv buf:f32:8192=iota buf:f32:512=ones buf:f32:16>OUT i32:16 i32:512 */
#include <px.h>
__kernel __requires (grid (1), block (1), threads (128)) void
gemv (const float *restrict a, const float *restrict x, float *restrict y, int rows, int n)
{
  int row __perspective (thread, 32) = px_id (thread, 32);
  __partition (thread, 32, float *at = y + row)
    __group (thread, 32)
      if (row < rows)
	{
	  int lane __perspective (thread, 1) = px_id (thread);
	  const px_float4 *line = (const px_float4 *) (a + (long) row * n);
	  const px_float4 *v = (const px_float4 *) x;
	  float s __perspective (thread, 1) = 0;
	  __group (thread, 1)
	    for (int i = lane; i < n / 4; i += 32)
	      {
		px_float4 p = line[i], q = v[i];
		s += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
	      }
	  for (int k = 16; k > 0; k /= 2)
	    s += px_shfl_xor (s, k);
	  __claim (thread, 1, float *one = at)
	    __split (thread) __case (1) *one = s;
	}
}
