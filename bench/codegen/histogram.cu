/* SPDX-License-Identifier: MIT */
enum
{
  T = 128,
  BINS = 256
};
extern "C" __global__ void __launch_bounds__ (T)
histogram (const unsigned char *__restrict__ in, unsigned *bins, int n)
{
  __shared__ unsigned own[BINS];
  int t = threadIdx.x;
  for (int i = 0; i < BINS; i += T)
    own[i + t] = 0;
  __syncthreads ();
  for (int i = blockIdx.x * T + t; i < n; i += gridDim.x * T)
    atomicAdd (&own[in[i]], 1u);
  __syncthreads ();
  for (int i = t; i < BINS; i += T)
    atomicAdd (&bins[i], own[i]);
}
