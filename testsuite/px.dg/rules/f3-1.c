/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* const pointers may be broader. */
#include <px.h>

__device __requires (thread (32)) int g (const int *p, int *q);
__kernel __requires (grid (1), block (1), thread (32)) void
f (const int *p __perspective (grid, 1), int *q __perspective (grid, 1))
{
  int w __perspective (thread, 32) = px_id (thread, 32);
  __partition (thread, 32, int *r = q + w * 32)
    __group (thread, 32)
      {
	int x = g (p, r);
	(void) x;
      }
}
