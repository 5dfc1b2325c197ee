/* SPDX-License-Identifier: MIT */
/* codegen: -g 4 -b 256 FILE blackscholes i32:1000 buf:f32:1024=const:20 buf:f32:1024=const:21 buf:f32:1024=ones f32:0.02 f32:0.3 buf:f32:1024>OUT */
#include <px.h>
#include <math.h>
__device static inline float
normal (float d)
{
  float k = 1 / (1 + 0.2316419f * fabsf (d));
  float c = 0.39894228f * expf (-0.5f * d * d) * (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0 ? 1 - c : c;
}
__kernel __requires (grid (1), block (1), threads (256)) void
blackscholes (int n, const float *restrict price, const float *restrict strike, const float *restrict years, float rate, float vol, float *restrict call)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, float *own = call + i)
    __group (thread, 1)
      if (i < n)
	{
	  float s = price[i], x = strike[i], t = years[i], root = sqrtf (t);
	  float d1 = (logf (s / x) + (rate + 0.5f * vol * vol) * t) / (vol * root), d2 = d1 - vol * root;
	  float r = s * normal (d1) - x * expf (-rate * t) * normal (d2);
	  *own = r;
	}
}
