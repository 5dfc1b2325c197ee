/* SPDX-License-Identifier: MIT */
/* L1: one object for two parameters, one of which is not const (F7).  */
/* { dg-do run } */
#include "../aux/t.h"

__kernel __requires (grid (1), block (1), threads (32))
void copy (int *p __perspective (grid, 1), const int *a __perspective (grid, 1))
{
  __partition (thread, 1, int *w = p + px_id (thread))
    __group (thread, 1)
      *w = a[0];
}

int
main (void)
{
  int *p = t_dev (NULL, 32 * sizeof *p), *a = t_dev (NULL, 4);
  px_status s = px_launch (px_grid (1, 32), copy, p, p);
  CHECK (s == PX_ERR_LAUNCH);
  CHECK (strstr (px_status_text (s), "copy"));
  CHECK (strstr (px_status_text (s), "arguments 1 and 2 are the same pointer"));
  LAUNCH (1, 32, copy, p, a);
  return 0;
}
