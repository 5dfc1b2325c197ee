/* SPDX-License-Identifier: MIT */
enum
{
  B = 16,
  R = 1
};
extern "C" __global__ void __launch_bounds__ (B *B)
gemm (const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n, int depth)
{
  __shared__ float left[B * R][B];
  __shared__ float right[B][B];
  int across = (int) blockIdx.x % (n / B), down = (int) blockIdx.x / (n / B);
  int x = threadIdx.x % B, y = threadIdx.x / B;
  float sum[R] = { 0 };
  for (int k = 0; k < depth; k += B)
    {
      for (int j = 0; j < R; j++)
	left[j * B + y][x] = a[(down * B * R + j * B + y) * depth + k + x];
      right[y][x] = b[(k + y) * n + across * B + x];
      __syncthreads ();
      for (int i = 0; i < B; i++)
	{
	  float v = right[i][x];
	  for (int j = 0; j < R; j++)
	    sum[j] += left[j * B + y][i] * v;
	}
      __syncthreads ();
    }
  for (int j = 0; j < R; j++)
    c[(down * B * R + j * B + y) * n + across * B + x] = sum[j];
}
