/* SPDX-License-Identifier: MIT */
/* What a parameter that is const and restrict points to is read with ld.global.nc: arrays and
   structures, beside stores to shared memory and to other arrays.  What is not restrict, or not
   const, is not, as is what may be written by another name (__alias); nor is what is volatile.  (That none
   is written by the same name is rule D's: PX204.)  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {ld\.global\.nc\.u32} 1 } } */
/* { dg-final { scan-ptx-times {ld\.global\.nc\.v4\.f32} 1 } } */
/* { dg-final { scan-ptx-times {ld\.global\.nc} 2 } } */
/* { dg-final { scan-ptx-times {ld\.global\.u32} 3 } } */
/* { dg-final { scan-ptx-times {ld\.volatile\.global\.u32} 1 } } */
#include "../aux/t.h"

enum { N = 64 };

__kernel __requires (grid (1), block (1), threads (N)) void
reads (const int *restrict in, const px_float4 *restrict v, float *restrict out)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, float *o = out + b * N) __group (block, 1)
  {
    __shared int turned[N];
    int t __perspective (thread, 1) = px_id (thread);
    __partition (thread, 1, int *own = turned + t) __group (thread, 1) *own = in[N - 1 - t];
    __partition (thread, 1, float *own = o + t) __group (thread, 1)
    {
      px_float4 p = v[t];
      *own = (float) turned[N - 1 - t] + p.x + 2 * p.y + 3 * p.z + 4 * p.w;
    }
  }
}

__kernel __requires (grid (1)) void
loose (const int *in, float *restrict out)
{
  EACH_THREAD (t)
    out[t] = (float) in[t];
}

__kernel __requires (grid (1)) void
changed (int *restrict in, float *restrict out)
{
  EACH_THREAD (t)
    out[t] = (float) in[t];
}

/* IN and OUT may be one array, whatever restrict says.  */
__kernel __requires (grid (1)) __alias (in, out) void
increased (const int *restrict in, int *restrict out)
{
  EACH_THREAD (t)
    out[t] = in[t] + 1;
}

__kernel __requires (grid (1)) void
watched (const volatile int *restrict in, float *restrict out)
{
  EACH_THREAD (t)
    out[t] = (float) in[t];
}

int
main (void)
{
  int in[N], back[N];
  float four[4 * N], out[4][N], *o[4];
  for (int i = 0; i < N; i++)
    in[i] = i * i % 41;
  for (int i = 0; i < 4 * N; i++)
    four[i] = (float) (i * i % 37);
  for (int k = 0; k < 4; k++)
    o[k] = t_dev (NULL, sizeof out[k]);
  int *d = t_dev (in, sizeof in);
  float *v = t_dev (four, sizeof four);
  LAUNCH (1, N, reads, d, (px_float4 *) v, o[0]);
  LAUNCH (1, N, loose, d, o[1]);
  LAUNCH (1, N, changed, d, o[2]);
  LAUNCH (1, N, watched, d, o[3]);
  int *same = d;
  LAUNCH (1, N, increased, d, same);
  t_back (back, d, sizeof back);
  for (int k = 0; k < 4; k++)
    t_back (out[k], o[k], sizeof out[k]);
  for (int i = 0; i < N; i++)
    {
      float *p = four + 4 * i;
      CHECK (back[i] == in[i] + 1);
      CHECK (out[0][i] == in[i] + p[0] + 2 * p[1] + 3 * p[2] + 4 * p[3]);
      for (int k = 1; k < 4; k++)
	CHECK (out[k][i] == in[i]);
    }
  return 0;
}
