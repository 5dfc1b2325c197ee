/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* An array of a branch, of structs, of two dimensions. */
#include <px.h>

struct pair { int a; double b; };
__kernel __requires (grid (1), block (1), threads (32), smem (1024)) void
f (void)
{
  __group (block, 1)
    {
      __shared struct pair p[32];
      __shared short s[4][8];
      int t __perspective (thread, 1) = px_id (thread);
      __partition (thread, 1, struct pair *q = p + t)
	q->b = t;
      __partition (thread, 1, short *q = &s[t / 8][t % 8])
	*q = t;
    }
}
