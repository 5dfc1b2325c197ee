/* SPDX-License-Identifier: MIT */
extern "C" __global__ void __launch_bounds__ (256)
life (int n, int side, const unsigned char *__restrict__ in, unsigned char *__restrict__ out)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    {
      int x = i % side, y = i / side, count = 0;
      for (int dy = -1; dy <= 1; dy++)
	for (int dx = -1; dx <= 1; dx++)
	  {
	    int u = x + dx, v = y + dy;
	    if ((dx || dy) && u >= 0 && u < side && v >= 0 && v < side)
	      count += in[v * side + u] & 1;
	  }
      unsigned char r = count == 3 || (count == 2 && in[i] & 1);
      out[i] = r;
    }
}
