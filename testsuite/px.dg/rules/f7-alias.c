/* SPDX-License-Identifier: MIT */
/* Parameters declared __alias may be one object.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-race=none" } */
#include "../aux/t.h"

__device __requires (block (1), thread (32)) __alias (to, from) void
copy (int *to, const int *from)
{
  int t __perspective (thread, 1) = px_id (thread);
  int x __perspective (thread, 1) = from[t ^ 1];
  __partition (thread, 1, int *q = to + t)
    __group (thread, 1)
      *q = x;
}

__kernel __requires (grid (1), block (1), thread (32)) __alias (a, b)
void
f (int *a __perspective (grid, 1), const int *b __perspective (grid, 1))
{
  int k __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *p = a + k * 32)
    __group (block, 1)
      copy (p, p);
}

__kernel __requires (grid (1), block (1), thread (32))
void
g (int *a __perspective (grid, 1), const int *b __perspective (grid, 1))
{
  int k __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *p = a + k * 32)
    __group (block, 1)
      copy (p, b + k * 32);
}

int
main (void)
{
  int v[32];
  for (int i = 0; i < 32; i++)
    v[i] = i;
  int *d = t_dev (v, sizeof v), *e = t_dev (v, sizeof v);
  LAUNCH (1, 32, f, d, d);
  CHECK (px_launch (px_grid (1, 32), g, d, d) == PX_ERR_LAUNCH);
  LAUNCH (1, 32, g, e, d);
  t_back (v, d, sizeof v);
  for (int i = 0; i < 32; i++)
    CHECK (v[i] == (i ^ 1));
  t_back (v, e, sizeof v);
  for (int i = 0; i < 32; i++)
    CHECK (v[i] == i);
  return 0;
}
