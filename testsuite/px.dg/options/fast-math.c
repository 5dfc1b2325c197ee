/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-ffast-math" } */
#include "../aux/t.h"

__kernel void
f (float *p)
{
  EACH_THREAD (t)
    *p = *p * 2 + 1;
}

int
main (void)
{
  float got = 3, *d = t_dev (&got, sizeof got);
  LAUNCH (1, 1, f, d);
  t_back (&got, d, sizeof got);
  CHECK (got == 7);
  return 0;
}
