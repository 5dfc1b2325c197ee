/* SPDX-License-Identifier: MIT */
/* codegen: -g 4 -b 256 -s 32K FILE gemm buf:f32:1024=iota buf:f32:4096=ones buf:f32:1024>OUT i32:64 i32:64 */
#include <px.h>
enum
{
  B = 16,
  R = 1
};
__kernel __requires (grid (1), block (1), threads (B *B)) void
gemm (const float *restrict a, const float *restrict b, float *restrict c, int n, int depth)
{
  int across __perspective (block, 1) = px_id (block) % (n / B);
  int down __perspective (block, 1) = px_id (block) / (n / B);
  __partition (block, 1, float *corner = c + down * B * R * n + across * B)
    __group (block, 1)
      {
	__shared float left[B * R][B];
	__shared float right[B][B];
	int x __perspective (thread, 1) = px_id (thread) % B;
	int y __perspective (thread, 1) = px_id (thread) / B;
	float sum[R] __perspective (thread, 1) = { 0 };
	for (int k = 0; k < depth; k += B)
	  {
	    for (int j = 0; j < R; j++)
	      __partition (thread, 1, float *own = &left[j * B + y][x])
		__group (thread, 1) *own = a[(down * B * R + j * B + y) * depth + k + x];
	    __partition (thread, 1, float *own = &right[y][x])
	      __group (thread, 1) *own = b[(k + y) * n + across * B + x];
	    for (int i = 0; i < B; i++)
	      {
		float v __perspective (thread, 1) = right[i][x];
		for (int j = 0; j < R; j++)
		  sum[j] += left[j * B + y][i] * v;
	      }
	  }
	for (int j = 0; j < R; j++)
	  __partition (thread, 1, float *own = corner + (j * B + y) * n + x)
	    __group (thread, 1) *own = sum[j];
      }
}
