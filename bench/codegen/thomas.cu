/* SPDX-License-Identifier: MIT */
extern "C" __global__ void __launch_bounds__ (256)
thomas (int n, const float *__restrict__ d, float *__restrict__ first)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    {
      float c[16], e[16];
      float b = 4;
      c[0] = 1 / b;
      e[0] = d[i] / b;
      for (int k = 1; k < 16; k++)
	{
	  float m = 1 / (b - c[k - 1]);
	  c[k] = m;
	  e[k] = (d[k * n + i] - e[k - 1]) * m;
	}
      float r = e[15];
      for (int k = 14; k >= 0; k--)
	r = e[k] - c[k] * r;
      first[i] = r;
    }
}
