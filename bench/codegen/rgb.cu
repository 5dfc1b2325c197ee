/* SPDX-License-Identifier: MIT */
#define PIXEL uchar4
extern "C" __global__ void __launch_bounds__ (256)
rgb (int n, const PIXEL *__restrict__ in, unsigned char *__restrict__ grey)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    {
      PIXEL p = in[i];
      unsigned char r = (77 * p.x + 150 * p.y + 29 * p.z) >> 8;
      grey[i] = r;
    }
}
