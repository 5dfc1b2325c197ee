/* SPDX-License-Identifier: MIT */
/* File-scope __constant tables: types, dimensions, static, indexed by a
   variable, with padding, used by two kernels.  */
/* { dg-do run } */
#include "../aux/t.h"

__constant float weights[5] = { 0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f };
__constant static const unsigned char bytes[] = "device";
__constant int grid[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
__constant double big = 1e100;
__constant long long negative[] = { -1, -1000000000000 };
__constant struct { char c; double d; short s[3]; } rec[2] = {
  { 'a', 0.5, { 1, 2, 3 } }, { 'b', -0.25, { -1, -2, -3 } }
};
__constant int zeros[4];

__kernel void
f (double *out)
{
  EACH_THREAD (i)
    {
      double r = weights[i] + bytes[i] + grid[i & 1][i % 3] + negative[i & 1];
      r += rec[i & 1].c + rec[i & 1].d + rec[i & 1].s[i % 3] + zeros[i & 3];
      out[i] = r;
    }
}

__kernel void
g (double *out)
{
  EACH_THREAD (t)
    *out = big * weights[0];
}

int
main (void)
{
  static const float w[5] = { 0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f };
  static const int gr[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
  double got[5], one;
  double *d = t_dev (0, sizeof got), *e = t_dev (0, sizeof one);
  LAUNCH (1, 5, f, d);
  LAUNCH (1, 1, g, e);
  t_back (got, d, sizeof got);
  t_back (&one, e, sizeof one);
  for (int i = 0; i < 5; i++)
    {
      int odd = i & 1;
      double want = w[i] + "device"[i] + gr[odd][i % 3] + (odd ? -1000000000000 : -1);
      want += (odd ? 'b' : 'a') + (odd ? -0.25 : 0.5) + (odd ? -1 : 1) * (i % 3 + 1);
      CHECK (got[i] == want);
    }
  CHECK (one == 1e100 * 0.0625f);
  return 0;
}
