/* SPDX-License-Identifier: MIT */
/* verdict: clean.  A tiled matrix product, with a template and with cudaMallocPitch.  */
#include "check.h"

template <int T>
__global__ void
matmul (const float *a, size_t pa, const float *b, size_t pb, float *c, size_t pc, int n)
{
  __shared__ float ta[T][T], tb[T][T];
  int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += T)
    {
      ta[threadIdx.y][threadIdx.x] = row < n && k + threadIdx.x < n
	? *((const float *) ((const char *) a + row * pa) + k + threadIdx.x) : 0;
      tb[threadIdx.y][threadIdx.x] = col < n && k + threadIdx.y < n
	? *((const float *) ((const char *) b + (k + threadIdx.y) * pb) + col) : 0;
      __syncthreads ();
      for (int j = 0; j < T; j++)
	sum += ta[threadIdx.y][j] * tb[j][threadIdx.x];
      __syncthreads ();
    }
  if (row < n && col < n)
    *((float *) ((char *) c + row * pc) + col) = sum;
}

int
main ()
{
  const int n = 77;
  static float a[n][n], b[n][n], c[n][n];
  float *d[3];
  size_t p[3];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = (i * 7 + j) % 5, b[i][j] = (i + 3 * j) % 7;
  for (int i = 0; i < 3; i++)
    CUDA (cudaMallocPitch (&d[i], &p[i], n * sizeof (float), n));
  CUDA (cudaMemcpy2D (d[0], p[0], a, sizeof a[0], sizeof a[0], n, cudaMemcpyHostToDevice));
  CUDA (cudaMemcpy2D (d[1], p[1], b, sizeof b[0], sizeof b[0], n, cudaMemcpyHostToDevice));
  dim3 block (16, 16), grid ((n + 15) / 16, (n + 15) / 16);
  matmul<16><<<grid, block>>> (d[0], p[0], d[1], p[1], d[2], p[2], n);
  CUDA (cudaGetLastError ());
  CUDA (cudaMemcpy2D (c, sizeof c[0], d[2], p[2], sizeof c[0], n, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
	float s = 0;
	for (int k = 0; k < n; k++)
	  s += a[i][k] * b[k][j];
	MUST (c[i][j] == s);
      }
  for (int i = 0; i < 3; i++)
    CUDA (cudaFree (d[i]));
  puts ("ok");
}
