/* SPDX-License-Identifier: MIT */
/* A kernel declared in a header, defined in another file, launched from both;
   static kernels of the same name in both.  */
/* { dg-do run } */
/* { dg-additional-sources "aux/kernel-declared-1.c" } */
#include "aux/kernel-declared.h"

__kernel static void
local (int *p)
{
  EACH_THREAD (t)
    p[1] = 1;
}

int
main (void)
{
  int got[3];
  int *d = t_dev (0, sizeof got);
  LAUNCH (1, 1, elsewhere, d, 42);
  LAUNCH (1, 1, local, d);
  from_there (d);
  t_back (got, d, sizeof got);
  CHECK (got[0] == 43 && got[1] == 1 && got[2] == 2);
  return 0;
}
