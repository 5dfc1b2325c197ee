/* SPDX-License-Identifier: MIT */
extern "C" __global__ void __launch_bounds__ (256)
search (int n, const int *__restrict__ sorted, int count, const int *__restrict__ key, int *__restrict__ at)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    {
      int v = key[i], lo = 0, hi = count;
      while (lo < hi)
	{
	  int mid = lo + (hi - lo) / 2;
	  if (sorted[mid] < v)
	    lo = mid + 1;
	  else
	    hi = mid;
	}
      int r = lo;
      at[i] = r;
    }
}
