/* SPDX-License-Identifier: MIT */
/* Device functions and kernels out of a static library.  */
/* { dg-do run } */
/* { dg-archive "aux/library-1.c aux/library-2.c aux/library-unused.c" } */
#include "aux/library.h"

__kernel void
f (int *p)
{
  EACH_THREAD (t)
    p[0] = one (10);
}

int
main (void)
{
  int got[2];
  int *d = t_dev (0, sizeof got);
  LAUNCH (1, 1, f, d);
  LAUNCH (1, 1, g, d);
  t_back (got, d, sizeof got);
  CHECK (got[0] == 110 && got[1] == 200);
  return 0;
}
