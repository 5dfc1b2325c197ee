/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-save-temps" } */
/* { dg-final { scan-file save-temps.s {px_images} } } */
#include "../aux/t.h"

__kernel void
f (int *p)
{
  EACH_THREAD (t)
    *p = 3;
}

int
main (void)
{
  int got = 0, *d = t_dev (&got, sizeof got);
  LAUNCH (1, 1, f, d);
  t_back (&got, d, sizeof got);
  CHECK (got == 3);
  return 0;
}
