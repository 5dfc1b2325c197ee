/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* An argument that the function only reads, under both names, or that it may have
   by name in another file; another variable than the one it writes. */
#include <px.h>

__device int v[64], w[64];

static __device __requires (grid (1), block (1), thread (64)) int
both (const int *p)
{
  return p[0] + v[1];
}

static __device __requires (grid (1), block (1), thread (64)) void
to (int *p)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = p + t)
    __group (thread, 1)
      *q = v[t ^ 1];
}

__device __requires (grid (1), block (1), thread (64)) void elsewhere (int *p);

__device __requires (grid (1), block (1), thread (64)) int
f ()
{
  to (w);
  elsewhere (v);
  return both (v);
}
