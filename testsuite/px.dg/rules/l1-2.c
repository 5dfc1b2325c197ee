/* SPDX-License-Identifier: MIT */
/* L1: blocks of exactly T threads; the array sized at launch comes after the
   kernel's own shared memory.  */
/* { dg-do run } */
#include "../aux/t.h"

__kernel __requires (grid (1), block (1), threads (64), smem (256))
void f (int *p __perspective (grid, 1))
{
  __partition (block, 1, int *o = p + px_id (block) * 64)
    __group (block, 1)
      {
        __shared int a[64];
        __shared int b[];
        __partition (thread, 1, int *w = a + px_id (thread))
          __group (thread, 1)
            *w = 1;
        __partition (thread, 1, int *w = b + px_id (thread))
          __group (thread, 1)
            *w = 2;
        __partition (thread, 1, int *w = o + px_id (thread))
          __group (thread, 1)
            *w = a[63] + b[0];
      }
}

int
main (void)
{
  int *p = t_dev (NULL, 128 * sizeof *p), got[128];
  OK (px_launch (px_grid_smem (2, 64, 256), f, p));
  OK (px_synchronize ());
  OK (px_copy (got, p, sizeof got));
  for (int i = 0; i < 128; i++)
    CHECK (got[i] == 3);
  return 0;
}
