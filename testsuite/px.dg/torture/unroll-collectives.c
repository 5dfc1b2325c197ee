/* SPDX-License-Identifier: MIT */
/* A loop around shuffles is unrolled where a pragma says so, by as many turns as it says, and what its counter indexes is
   in registers, also around a barrier.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {shfl\.sync\.up} 8 } } */
/* { dg-final { scan-ptx-times {shfl\.sync\.down} 4 } } */
/* { dg-final { scan-ptx-times {shfl\.sync\.bfly} 4 } } */
/* { dg-final { scan-ptx-not {\.local} } } */
#include "../aux/t.h"

enum { T = 64, EACH = 8 };

__kernel __requires (grid (1), block (1), threads (T), smem (T * 4)) void
turns (const int *in, int *out)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *o = out + t * EACH)
    {
      int v[EACH] __perspective (thread, 1);
#pragma GCC unroll EACH
      for (int i = 0; i < EACH; i++)
	v[i] = in[t * EACH + i];
      __group (thread, 32)
#pragma GCC unroll EACH
	for (int i = 0; i < EACH; i++)
	  v[i] = px_shfl_up (v[i], i);
      int sum __perspective (thread, 1) = 0;
      __group (thread, 32)
#pragma GCC unroll 4
	for (int i = 0; i < EACH; i++)
	  sum += px_shfl_down (t, i);
#pragma GCC unroll EACH
      for (int i = 0; i < EACH; i++)
	o[i] = v[i] + sum;
    }
}

/* { dg-final { scan-ptx-times {bar\.sync} 7 } } */
__kernel __requires (grid (1), block (1), threads (T), smem (T * 4)) void
exchanged (int *out)
{
  __group (block, 1)
    {
      __shared int s[T];
      int t __perspective (thread, 1) = px_id (thread), v __perspective (thread, 1) = t;
#pragma GCC unroll 4
      for (int i = 0; i < 4; i++)
	{
	  v += px_shfl_xor (v, 1);
	  __partition (thread, 1, int *p = s + t)
	    *p = v;
	  v = s[T - 1 - t];
	}
      __group (thread, 1)
	px_atomic_add (out + t, v);
    }
}

int
main (void)
{
  static int in[T * EACH], out[T * EACH];
  for (int i = 0; i < T * EACH; i++)
    in[i] = t_random () % 1000;
  int *d = t_dev (in, sizeof in), *o = t_dev (out, sizeof out);
  LAUNCH (1, T, turns, d, o);
  OK (px_copy (out, o, sizeof out));
  for (int t = 0; t < T; t++)
    for (int i = 0, sum = 0; i < EACH; i++)
      {
	for (int k = sum = 0; k < EACH; k++)
	  sum += t % 32 + k < 32 ? t + k : t;
	CHECK (out[t * EACH + i] == in[(t % 32 >= i ? t - i : t) * EACH + i] + sum);
      }
  OK (px_memset (o, 0, sizeof out));
  LAUNCH (1, T, exchanged, o);
  OK (px_copy (out, o, sizeof out));
  int v[T], w[T];
  for (int t = 0; t < T; t++)
    v[t] = t;
  for (int i = 0; i < 4; i++)
    {
      for (int t = 0; t < T; t++)
	w[t] = v[t] + v[t ^ 1];
      for (int t = 0; t < T; t++)
	v[t] = w[T - 1 - t];
    }
  for (int t = 0; t < T; t++)
    CHECK (out[t] == v[t]);
  OK (px_free (d));
  OK (px_free (o));
  return 0;
}
