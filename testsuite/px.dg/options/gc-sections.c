/* SPDX-License-Identifier: MIT */
/* The linker may drop unused sections, not images.  */
/* { dg-do run } */
/* { dg-additional-options "-ffunction-sections -fdata-sections -Wl,--gc-sections" } */
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
