/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A view is stored through a pointer to a variable of its body. */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64)) void
f (int *o, int n)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *w = o + t)
    __group (thread, 1)
      {
	int *q, **p = &q;
	*p = w;
	*q = n;
      }
}
