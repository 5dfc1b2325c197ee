/* SPDX-License-Identifier: MIT */
extern "C" __global__ void __launch_bounds__ (256)
saxpy (int n, float a, const float *__restrict__ x, float *__restrict__ y)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    {
      float r = a * x[i] + y[i];
      y[i] = r;
    }
}
