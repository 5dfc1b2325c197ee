/* SPDX-License-Identifier: MIT */
/* Three files of kernels and a shared library of kernels that it links with;
   both use device functions of their own by the same name.  */
/* { dg-do run } */
/* { dg-additional-sources "aux/library-1.c aux/library-2.c" } */
/* { dg-shared-library "aux/library-3.c" } */
#include "aux/library.h"

__device int common (int x) { return x + 1; }

__kernel void
f (int *p)
{
  EACH_THREAD (t)
    p[0] = common (one (10));
}

int
main (void)
{
  int got[4];
  int *d = t_dev (0, sizeof got);
  LAUNCH (1, 1, f, d);
  LAUNCH (1, 1, g, d);
  from_library (d);
  t_back (got, d, sizeof got);
  CHECK (got[0] == 10 + 100 + 1);
  CHECK (got[1] == 200);
  CHECK (got[2] == 1000 * 2);
  return 0;
}
