/* SPDX-License-Identifier: MIT */
/* A device function of the user's that has the name expf stays: it is the one that is called.  */
/* { dg-do run } */
#include "../aux/t.h"

__device static float
expf (float x)
{
  return x + 42;
}

__kernel void
f (float *x)
{
  EACH_THREAD (i)
    x[i] = expf (x[i]);
}

int
main (void)
{
  float x[32];
  for (int i = 0; i < 32; i++)
    x[i] = i;
  float *d = t_dev (x, sizeof x);
  LAUNCH (1, 32, f, d);
  t_back (x, d, sizeof x);
  for (int i = 0; i < 32; i++)
    if (x[i] != i + 42)
      return 1;
  return 0;
}
