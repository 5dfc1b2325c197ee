/* SPDX-License-Identifier: MIT */
extern "C" __global__ void __launch_bounds__ (256)
sines (int n, int steps, float *__restrict__ area)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    {
      float h = 0.0005f * (float) (i + 1) / (float) steps, r = 0;
      for (int k = 0; k < steps; k++)
	{
	  float x = h * ((float) k + 0.5f);
	  r += sinf (x) * cosf (3 * x) * h;
	}
      area[i] = r;
    }
}
