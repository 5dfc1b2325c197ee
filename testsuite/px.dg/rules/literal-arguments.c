/* SPDX-License-Identifier: MIT */
/* Compound literals as arguments, without parentheses of their own: the commas in their braces
   separate members.  What may be left out may be there or not.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-final { scan-ptx-times {st\.global\.cs\.v4\.f32} 1 } } */
#include "../aux/t.h"

enum { N = 64 };

__kernel __requires (grid (1), block (1), threads (N)) void
k (float *out, long *pair, float *sum, px_ulong2 *wide, int n)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (block, 1, float *b = out + 8 * N * px_id (block))
    __group (block, 1)
      __partition (thread, 1, float *o = b + 8 * t)
	__group (thread, 1)
	  {
	    px_st4 (o, (px_float4) { t, t + 1, t + 2, 2 * t });
	    px_st4 (o + 4, (px_float4) { .w = t, .x = n, .z = 3 }, px_cache_streaming);
	  }
  __partition (block, 1, long *b = pair + 2 * N * px_id (block))
    __group (block, 1)
      __partition (thread, 1, long *o = b + 2 * t)
	__group (thread, 1)
	  px_st2 (o, (px_long2) { -t, n + t });
  __group (thread, 1)
    {
      px_atomic_add4 (sum, (px_float4) { 1, 2, 3, t });
      px_atomic_add2 (sum + 4, (px_float2) { .y = 1, .x = 2 }, px_release, px_gpu);
      px_atomic_cas (wide, (px_ulong2) { t, n }, (px_ulong2) { t + 1, n });
      px_atomic_cas (wide + 1, (px_ulong2) { t, n }, (px_ulong2) { t + 1, n }, px_acq_rel);
      px_ulong2 old = px_atomic_exchange (wide + 2, (px_ulong2) { .x = 7, .y = 8 });
      if (old.x != 0 && (old.x != 7 || old.y != 8))
	px_trap ();
    }
}

int
main (void)
{
  static float out[8 * N], sum[8], want[8] = { N, 2 * N, 3 * N, N * (N - 1) / 2, 2 * N, N };
  static long pair[2 * N];
  static px_ulong2 wide[3] = { { 0, 5 }, { 0, 5 } };
  float *dout = t_dev (0, sizeof out), *dsum = t_dev (sum, sizeof sum);
  long *dpair = t_dev (0, sizeof pair);
  px_ulong2 *dwide = t_dev (wide, sizeof wide);
  LAUNCH (1, N, k, dout, dpair, dsum, dwide, 5);
  t_back (out, dout, sizeof out);
  t_back (sum, dsum, sizeof sum);
  t_back (pair, dpair, sizeof pair);
  t_back (wide, dwide, sizeof wide);
  int bad = 0;
  for (int t = 0; t < N; t++)
    {
      float w[8] = { t, t + 1, t + 2, 2 * t, 5, 0, 3, t };
      for (int i = 0; i < 8; i++)
	bad += out[8 * t + i] != w[i];
      bad += pair[2 * t] != -t || pair[2 * t + 1] != 5 + t;
    }
  for (int i = 0; i < 6; i++)
    bad += sum[i] != want[i];
  bad += wide[2].x != 7 || wide[2].y != 8 || wide[0].y != 5 || wide[1].y != 5 || !wide[0].x || !wide[1].x;
  if (bad)
    printf ("%d bad\n", bad);
  return bad != 0;
}
