/* SPDX-License-Identifier: MIT */
extern "C" __global__ void __launch_bounds__ (256)
nbody (int n, const float *__restrict__ x, const float *__restrict__ mass, int count, float *__restrict__ force)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    {
      float at = x[i], r = 0;
      for (int k = 0; k < count; k++)
	{
	  float d = x[k] - at, s = 1 / sqrtf (d * d + 0.01f);
	  r += mass[k] * d * s * s * s;
	}
      force[i] = r;
    }
}
