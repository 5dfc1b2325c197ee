/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
#include "../aux/t.h"

#define N 1000

__kernel void
saxpy (int n, float a, const float *x, float *y)
{
  EACH_THREAD (i)
    {
      if (i < n)
	y[i] = a * x[i] + y[i];
    }
}

int
main (void)
{
  static float x[N], y[N], want[N];
  for (int i = 0; i < N; i++)
    {
      x[i] = i;
      y[i] = 2 * i + 1;
      want[i] = 3 * x[i] + y[i];
    }
  float *dx = t_dev (x, sizeof x), *dy = t_dev (y, sizeof y);
  LAUNCH ((N + 127) / 128, 128, saxpy, N, 3.0f, dx, dy);
  t_back (y, dy, sizeof y);
  t_back (x, dx, sizeof x);
  CHECK (!memcmp (y, want, sizeof y));
  return 0;
}
