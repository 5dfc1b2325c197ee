/* SPDX-License-Identifier: MIT */
extern "C" __global__ void __launch_bounds__ (256)
horner (int n, const double *__restrict__ c, const double *__restrict__ x, double *__restrict__ y)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    {
      double v = x[i], r = c[11];
      for (int k = 10; k >= 0; k--)
	r = r * v + c[k];
      y[i] = r;
    }
}
