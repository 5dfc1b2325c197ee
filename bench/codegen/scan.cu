/* SPDX-License-Identifier: MIT */
enum
{
  T = 256
};
extern "C" __global__ void __launch_bounds__ (T)
scan (const int *__restrict__ in, int *__restrict__ out)
{
  __shared__ int line[T];
  int b = blockIdx.x, t = threadIdx.x;
  line[t] = in[b * T + t];
  for (int k = 1; k < T; k *= 2)
    {
      __syncthreads ();
      int before = t >= k ? line[t - k] : 0;
      __syncthreads ();
      line[t] += before;
    }
  out[b * T + t] = line[t];
}
