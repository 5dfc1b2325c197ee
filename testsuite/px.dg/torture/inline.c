/* SPDX-License-Identifier: MIT */
/* static inline, static, external and always_inline helpers in one file, a
   chain of calls, one helper used by two kernels.  */
/* { dg-do run } */
#include "../aux/t.h"

__device static inline int one (int x) { return x + 1; }
__device static int __attribute__ ((noinline)) two (int x) { return one (x) * 2; }
__device int three (int x) { return two (x) + two (x + 1); }
__device static inline int __attribute__ ((always_inline)) four (int x, int *p)
{
  *p += x;
  return three (*p);
}

__kernel void
f (int *p)
{
  EACH_THREAD (i)
    {
      int acc = i;
      p[i] = four (i, &acc) + acc;
    }
}

__kernel void
g (int *p)
{
  EACH_THREAD (t)
    p[t] += two (3);
}

int
main (void)
{
  int got[16];
  int *d = t_dev (0, sizeof got);
  LAUNCH (1, 16, f, d);
  LAUNCH (1, 16, g, d);
  t_back (got, d, sizeof got);
  for (int i = 0; i < 16; i++)
    CHECK (got[i] == (2 * i + 1) * 2 + (2 * i + 2) * 2 + 2 * i + 8);
  return 0;
}
