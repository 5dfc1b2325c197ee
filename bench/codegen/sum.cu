/* SPDX-License-Identifier: MIT */
enum
{
  T = 256
};
extern "C" __global__ void __launch_bounds__ (T)
sum (const int *__restrict__ in, int *out, int n)
{
  __shared__ int part[T];
  int t = threadIdx.x, s = 0;
  for (int i = blockIdx.x * T + t; i < n; i += gridDim.x * T)
    s += in[i];
  part[t] = s;
  for (int k = T / 2; k > 0; k /= 2)
    {
      __syncthreads ();
      int other = t < k ? part[t + k] : 0;
      __syncthreads ();
      part[t] += other;
    }
  if (t == 0)
    atomicAdd (out, part[0]);
}
