/* SPDX-License-Identifier: MIT */
/* Loads of neighbours in blocks that run wherever the first does are one vector, and loads of these numbers that only
   some threads make have them from it; so of shared memory, and around a branch.  None is made of what only some
   threads load beside what all do, of what a store on one way may change, and of loads before and after a barrier.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {ld\.shared\.v4\.u32} 1 } } */
/* { dg-final { scan-ptx-times {ld\.global\.v4\.f32} 1 } } */
/* { dg-final { scan-ptx-times {ld\.[a-z]+\.v2} 0 } } */
#include "../aux/t.h"
#include <stdbool.h>

enum
{
  T = 128,
  W = T / 32,
  N = 64
};

__kernel
__requires (grid (1), block (1), threads (T)) void ranks (const unsigned *in, unsigned *out)
{
  __partition (block, 1, unsigned *o = out + px_id (block) * T) __group (block, 1)
  {
    __shared unsigned sums[W];
    int w __perspective (thread, 32) = px_id (thread, 32),
				 t __perspective (thread, 1) = px_id (thread);
    unsigned v __perspective (thread, 1) = in[t];
    unsigned mask __perspective (thread, 32);
    __partition (thread, 32, unsigned *p = sums + w) __group (thread, 32)
    {
      mask = px_ballot ((int) v);
      __claim (thread, 1, unsigned *one = p) __split (thread) __case (1) *one = px_popc (mask);
    }
    unsigned before __perspective (thread, 32) = 0, all = 0;
    for (int i = 0; i < W; i++)
      {
	before += i < w ? sums[i] : 0;
	all += sums[i];
      }
    __partition (thread, 1, unsigned *p = o + t) __group (thread, 1) *p = before * 1000 + all;
  }
}

__kernel
__requires (grid (1)) void around (const px_float4 *v, float *out)
{
  EACH_THREAD (t)
    {
      float s = v[t].x;
      if (t % 3 == 1)
	s = s * v[t].w - 5;
      s += v[t].y + v[t].z * v[t].w;
      out[t] = s;
    }
}

__kernel
__requires (grid (1)) void some (const px_float4 *v, float *out)
{
  EACH_THREAD (t)
    {
      float s = v[t].x;
      if (t % 3 == 1)
	s += 3 * v[t].y;
      out[t] = s + v[t].w;
    }
}

__kernel
__requires (grid (1)) void stored (px_float4 *v, float *out)
{
  EACH_THREAD (t)
    {
      float s = v[t].x + v[t].z * 2;
      if (t % 3 == 1)
	{
	  v[t].y = s;
	  v[t].w = 1;
	}
      out[t] = s + v[t].y + v[t].w * 7;
    }
}

int
main (void)
{
  unsigned in[T], ranked[T], total = 0;
  float v[4 * N], a[N], b[N], c[N];
  for (int i = 0; i < T; i++)
    total += in[i] = i * 7 % 5 < 2;
  for (int i = 0; i < 4 * N; i++)
    v[i] = (float) (i % 23) - 4;
  unsigned *numbers = t_dev (in, sizeof in), *r = t_dev (NULL, sizeof ranked);
  px_float4 *d = t_dev (v, sizeof v);
  float *o[3];
  for (int k = 0; k < 3; k++)
    o[k] = t_dev (NULL, sizeof a);
  LAUNCH (1, T, ranks, numbers, r);
  LAUNCH (1, N, around, d, o[0]);
  LAUNCH (1, N, some, d, o[1]);
  LAUNCH (1, N, stored, d, o[2]);
  t_back (ranked, r, sizeof ranked);
  t_back (a, o[0], sizeof a);
  t_back (b, o[1], sizeof b);
  t_back (c, o[2], sizeof c);
  for (int i = 0; i < T; i++)
    {
      unsigned before = 0;
      for (int k = 0; k < i / 32 * 32; k++)
	before += in[k];
      CHECK (ranked[i] == before * 1000 + total);
    }
  for (int i = 0; i < N; i++)
    {
      const float *p = v + 4 * i;
      float s = p[0] + p[2] * 2;
      bool way = i % 3 == 1;
      CHECK (a[i] == (way ? p[0] * p[3] - 5 : p[0]) + (p[1] + p[2] * p[3]));
      CHECK (b[i] == (way ? p[0] + 3 * p[1] : p[0]) + p[3]);
      CHECK (c[i] == (way ? s + s + 7 : s + p[1] + p[3] * 7));
    }
  return 0;
}
