/* SPDX-License-Identifier: MIT */
static inline __device__ float
normal (float d)
{
  float k = 1 / (1 + 0.2316419f * fabsf (d));
  float c = 0.39894228f * expf (-0.5f * d * d) * (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0 ? 1 - c : c;
}
extern "C" __global__ void __launch_bounds__ (256)
blackscholes (int n, const float *__restrict__ price, const float *__restrict__ strike, const float *__restrict__ years, float rate, float vol, float *__restrict__ call)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    {
      float s = price[i], x = strike[i], t = years[i], root = sqrtf (t);
      float d1 = (logf (s / x) + (rate + 0.5f * vol * vol) * t) / (vol * root), d2 = d1 - vol * root;
      float r = s * normal (d1) - x * expf (-rate * t) * normal (d2);
      call[i] = r;
    }
}
