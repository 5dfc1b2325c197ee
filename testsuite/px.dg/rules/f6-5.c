/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A const function may read variables that nobody writes, use its own, and call others of its kind.  */
#include <px.h>

__constant int table[4] = { 1, 2, 3, 4 };
static const int squares[4] = { 0, 1, 4, 9 };
__device __attribute__ ((const)) int
looks_up (int n)
{
  int v[2] = { n, n + 1 };
  v[n & 1] += squares[n & 3];
  return table[v[0] & 3] + px_popc ((unsigned) v[1]);
}

__kernel __requires (grid (1), block (1), thread (32)) void
f (int n, int *out)
{
  int t __perspective (thread, 1) = px_id (thread);
  int x = looks_up (n);
  __partition (thread, 1, int *o = out + t)
    *o = looks_up (t) + x;
}
