/* SPDX-License-Identifier: MIT */
/* On the emulator a condition of px_assume that does not hold ends the kernel.  */
/* { dg-do run } */
/* { dg-require-effective-target emu } */
#include "../aux/t.h"

__device static inline int
below (int i, int n)
{
  px_assume (i >= 0 && i < n);
  return i;
}

__kernel __requires (grid (1), block (1), threads (32)) void
f (int n, int *p)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = p + t)
    __group (thread, 1)
      *q = below (t, n);
}

int
main (void)
{
  int *p = t_dev (NULL, 128);
  LAUNCH (1, 32, f, 32, p);
  OK (px_launch (px_grid (1, 32), f, 31, p));
  CHECK (px_synchronize () != PX_OK);
  return 0;
}
