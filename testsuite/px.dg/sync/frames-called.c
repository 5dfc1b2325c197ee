/* SPDX-License-Identifier: MIT */
/* Small functions with frames and barriers, called with different constants, stay
   functions: each barrier is there once.  */
/* { dg-do run } */
#include "../aux/t.h"
#define T 64

static __device __requires (block (1), threads (T), smem (4 * T)) int __perspective (block, 1)
pick (int v __perspective (thread, 1), int which __perspective (block, 1))
{
  __shared int s[T];
  __partition (thread, 1, int *p = s + px_id (thread))
    *p = v;
  return s[which % T];
}
__device __requires (block (1), threads (T), smem (4 * T)) int __perspective (block, 1)
pick2 (int v __perspective (thread, 1))
{
  return pick (v, 5) + pick (v, 9);
}
__kernel __requires (grid (1), block (1), threads (T), smem (4 * T)) void
k (int *y)
{
  int r __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *row = y + r * T)
    __group (block, 1)
      {
        int t __perspective (thread, 1) = px_id (thread);
        int sum = pick (t, 3) + pick (t, 4) + pick2 (t);
        __partition (thread, 1, int *o = row + t)
          o[0] = sum;
      }
}
int main (void)
{
  int out[T];
  int *d = t_dev (0, sizeof out);
  LAUNCH (1, T, k, d);
  t_back (out, d, sizeof out);
  CHECK (out[9] == 21);
  return 0;
}
