/* SPDX-License-Identifier: MIT */
extern "C" __global__ void __launch_bounds__ (256)
hash (int n, const unsigned *__restrict__ key, const unsigned *__restrict__ slot, int mask, int *__restrict__ at)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    {
      unsigned v = key[i], h = v * 2654435761u;
      int r = (h >> 8) & mask;
      for (int k = 0; k < 40 && slot[r] != v && slot[r]; k++)
	r = (r + 1) & mask;
      at[i] = r;
    }
}
