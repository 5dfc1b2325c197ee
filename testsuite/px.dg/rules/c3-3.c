/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* The same condition, where each thread decides for itself. */
#include <px.h>

__kernel __requires (grid (1), block (1), thread (32)) void
f (int *p __perspective (grid, 1), int n)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = p + t)
    __group (thread, 1)
      {
	if (t < n)
	  *q = 1;
	for (int i = 0; i < t; i++)
	  *q += i;
      }
}
