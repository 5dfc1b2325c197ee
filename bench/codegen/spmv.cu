/* SPDX-License-Identifier: MIT */
extern "C" __global__ void __launch_bounds__ (256)
spmv (int n, const int *__restrict__ row, const int *__restrict__ column, const float *__restrict__ a, const float *__restrict__ x, float *__restrict__ y)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    {
      float r = 0;
      for (int k = row[i]; k < row[i + 1] + 20; k++)
	r += a[k] * x[column[k]];
      y[i] = r;
    }
}
