/* SPDX-License-Identifier: MIT */
/* The device takes the image that fits it best.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90,sm_80,sm_90a" } */
#include "../aux/t.h"

__kernel void
f (int *p)
{
  EACH_THREAD (t)
    *p = 7;
}

int
main (void)
{
  int got = 0, *d = t_dev (&got, sizeof got);
  LAUNCH (1, 1, f, d);
  t_back (&got, d, sizeof got);
  CHECK (got == 7);
  return 0;
}
