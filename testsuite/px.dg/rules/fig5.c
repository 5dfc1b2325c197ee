/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* Prism Fig. 5, with a product in place of the tensor core: a view lowered to threads. */
#include "../aux/t.h"

__device __requires (thread (32)) void
simple_mma (const float *a, const float *b, float *c)
{
  int x __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, float *own = c + x)
    __group (thread, 1)
      *own = a[x] * b[x];
}

__kernel __requires (grid (1), block (1), threads (64)) void
f (const float *a __perspective (grid, 1), const float *b __perspective (grid, 1), float *c __perspective (grid, 1))
{
  int w __perspective (thread, 32) = px_id (thread, 32);
  __partition (thread, 32, float *mine = c + 32 * w)
    __group (thread, 32)
      simple_mma (a + 32 * w, b + 32 * w, mine);
}

int
main (void)
{
  float a[128], b[128], c[128];
  for (int i = 0; i < 128; i++)
    a[i] = i, b[i] = 2 + i % 3;
  float *da = t_dev (a, sizeof a), *db = t_dev (b, sizeof b), *dc = t_dev (NULL, sizeof c);
  LAUNCH (2, 64, f, da, db, dc);
  OK (px_copy (c, dc, sizeof c));
  for (int i = 0; i < 128; i++)
    CHECK (c[i] == a[i] * b[i]);
  return 0;
}
