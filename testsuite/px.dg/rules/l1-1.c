/* SPDX-License-Identifier: MIT */
/* L1: a grid that is a multiple of b, blocks that are a multiple of t.  */
/* { dg-do run } */
#include "../aux/t.h"

__kernel __requires (grid (1), block (4), thread (32))
void f (int *p __perspective (grid, 1))
{
  __partition (block, 4, int *b = p + px_id (block, 4) * 4)
    __group (block, 4)
      __partition (block, 1, int *o = b + px_id (block))
        __group (block, 1)
          __claim (thread, 1, int *w = o)
            __split (thread)
              {
                __case (1)
                  *w = 1;
              }
}

int
main (void)
{
  int *p = t_dev (NULL, 8 * sizeof *p), got[8];
  LAUNCH (4, 32, f, p);
  LAUNCH (8, 96, f, p);
  OK (px_copy (got, p, sizeof got));
  for (int i = 0; i < 8; i++)
    CHECK (got[i] == 1);
  return 0;
}
