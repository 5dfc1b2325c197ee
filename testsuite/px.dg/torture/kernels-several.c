/* SPDX-License-Identifier: MIT */
/* Several kernels a file: external, static, unused, empty, one launched from
   two places, one that is passed by a macro.  */
/* { dg-do run } */
#include "../aux/t.h"

__kernel void
set (int *p, int v)
{
  EACH_THREAD (t)
    p[t] = v + t;
}

__kernel static void
twice (int *p)
{
  EACH_THREAD (t)
    p[t] *= 2;
}

__kernel static void __attribute__ ((unused))
never (int *p)
{
  EACH_THREAD (t)
    *p = -1;
}

__kernel void
unused (int *p)
{
  EACH_THREAD (t)
    *p = -2;
}

__kernel void
empty (void)
{
}

static void
more (int *d)
{
  LAUNCH (1, 32, twice, d);
}

int
main (void)
{
  int got[32];
  int *d = t_dev (0, sizeof got);
  LAUNCH (1, 32, set, d, 5);
  LAUNCH (1, 32, twice, d);
  more (d);
  LAUNCH (3, 7, empty);
  t_back (got, d, sizeof got);
  for (int i = 0; i < 32; i++)
    CHECK (got[i] == 4 * (5 + i));
  return 0;
}
