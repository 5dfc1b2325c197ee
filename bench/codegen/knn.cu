/* SPDX-License-Identifier: MIT */
extern "C" __global__ void __launch_bounds__ (256)
knn (int n, const float *__restrict__ x, const float *__restrict__ y, const float *__restrict__ px, const float *__restrict__ py, int count, int *__restrict__ nearest)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    {
      float ax = x[i], ay = y[i], best = 1e30f;
      int r = -1;
      for (int k = 0; k < count; k++)
	{
	  float dx = px[k] - ax, dy = py[k] - ay, d = dx * dx + dy * dy;
	  if (d < best)
	    {
	      best = d;
	      r = k;
	    }
	}
      nearest[i] = r;
    }
}
