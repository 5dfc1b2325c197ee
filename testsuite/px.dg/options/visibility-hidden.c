/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fvisibility=hidden -fPIE -pie -Wl,-z,now" } */
#include "../aux/t.h"

__device int two (int x) { return x * 2; }

__kernel void
f (int *p)
{
  EACH_THREAD (t)
    *p = two (*p);
}

int
main (void)
{
  int got = 4, *d = t_dev (&got, sizeof got);
  LAUNCH (1, 1, f, d);
  t_back (&got, d, sizeof got);
  CHECK (got == 8);
  return 0;
}
