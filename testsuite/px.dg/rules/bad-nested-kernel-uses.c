/* SPDX-License-Identifier: MIT */
/* A nested function that uses what its kernel has.  */
/* { dg-do compile } */
#include <px.h>

__kernel void
k (const int *in, int *out, int n)
{
  int f (int x) { return x + n; }	/* { dg-error "PX504" } */
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = out + i)
    __group (thread, 1)
      *q = f (in[i]);
}

__kernel void
right (const int *in, int *out, int n)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = out + i)
    __group (thread, 1)
      *q = in[i] + n;
}

int
main (void)
{
  return px_launch (px_grid (1, 32), k, 0, 0, 1) || px_launch (px_grid (1, 32), right, 0, 0, 1);
}
