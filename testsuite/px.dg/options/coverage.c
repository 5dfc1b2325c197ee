/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "--coverage" } */
/* { dg-final { scan-ptx-not {gcov} } } */
#include "../aux/t.h"

__kernel void
f (int *p)
{
  EACH_THREAD (t)
    *p = *p > 1 ? 5 : 6;
}

int
main (void)
{
  int got = 2, *d = t_dev (&got, sizeof got);
  LAUNCH (1, 1, f, d);
  t_back (&got, d, sizeof got);
  CHECK (got == 5);
  return 0;
}
