/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-race=none" } */
/* Two views of two objects; a copy of a view that stays in its body; a view that moves. */
#include <px.h>

__device __requires (block (1), thread (32)) void
f (int *p, int *r, int n)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *v = p + t)
    __partition (thread, 1, int *w = r + t)
      {
	int *x __perspective (thread, 1) = v;
	*x = *w;
	__group (thread, 1)
	  for (int i = 0; i < n; i++, w += 32)
	    *w = i;
      }
}
