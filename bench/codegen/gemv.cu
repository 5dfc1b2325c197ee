/* SPDX-License-Identifier: MIT */
extern "C" __global__ void __launch_bounds__ (128)
gemv (const float *__restrict__ a, const float *__restrict__ x, float *__restrict__ y, int rows, int n)
{
  int row = (blockIdx.x * 128 + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows)
    return;
  const float4 *line = (const float4 *) (a + (long) row * n), *v = (const float4 *) x;
  float s = 0;
  for (int i = lane; i < n / 4; i += 32)
    {
      float4 p = line[i], q = v[i];
      s += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
    }
  for (int k = 16; k > 0; k /= 2)
    s += __shfl_xor_sync (~0u, s, k);
  if (lane == 0)
    y[row] = s;
}
