/* SPDX-License-Identifier: MIT */
extern "C" __global__ void __launch_bounds__ (256)
mandelbrot (int n, int width, int most, int *__restrict__ turns)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    {
      float cx = (float) (i % width) / 32 - 1.5f, cy = (float) (i / width) / 32 - 1, x = 0, y = 0;
      int r = 0;
      while (r < most && x * x + y * y < 4)
	{
	  float t = x * x - y * y + cx;
	  y = 2 * x * y + cy;
	  x = t;
	  r++;
	}
      turns[i] = r;
    }
}
