/* SPDX-License-Identifier: MIT */
extern "C" __global__ void __launch_bounds__ (32)
softmax (const float *__restrict__ in, float *__restrict__ out, int n)
{
  int row = blockIdx.x, t = threadIdx.x;
  float most = -INFINITY, s = 0;
  for (int i = t; i < n; i += 32)
    most = fmaxf (most, in[row * n + i]);
  for (int k = 16; k > 0; k /= 2)
    most = fmaxf (most, __shfl_xor_sync (~0u, most, k));
  for (int i = t; i < n; i += 32)
    s += expf (in[row * n + i] - most);
  for (int k = 16; k > 0; k /= 2)
    s += __shfl_xor_sync (~0u, s, k);
  for (int i = t; i < n; i += 32)
    out[row * n + i] = expf (in[row * n + i] - most) / s;
}
