/* SPDX-License-Identifier: MIT */
static inline __device__ unsigned long
spread (unsigned v)
{
  unsigned long w = v;
  w = (w | w << 16) & 0x0000ffff0000ffff;
  w = (w | w << 8) & 0x00ff00ff00ff00ff;
  w = (w | w << 4) & 0x0f0f0f0f0f0f0f0f;
  w = (w | w << 2) & 0x3333333333333333;
  return (w | w << 1) & 0x5555555555555555;
}
extern "C" __global__ void __launch_bounds__ (256)
morton (int n, const unsigned *__restrict__ x, const unsigned *__restrict__ y, unsigned long *__restrict__ z)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    {
      unsigned long r = spread (x[i]) | spread (y[i]) << 1;
      z[i] = r;
    }
}
