/* SPDX-License-Identifier: MIT */
extern "C" __global__ void __launch_bounds__ (256)
compact (const int *__restrict__ in, int n, const int *__restrict__ offset, int *__restrict__ out)
{
  int i = blockIdx.x * 256 + threadIdx.x, w = i / 32, lane = threadIdx.x % 32;
  int *part = out + offset[w] * 32;
  int v = i < n ? in[i] : 0;
  unsigned m = __ballot_sync (~0u, v & 1);
  int rank = __popc (m & ((1u << lane) - 1));
  if (v & 1)
    part[rank] = v;
}
