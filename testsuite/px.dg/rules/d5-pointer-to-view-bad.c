/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A view is stored through a pointer to a variable outside of its body. */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64)) void
f (int *o, int n)
{
  int t __perspective (thread, 1) = px_id (thread);
  int *q __perspective (thread, 1) = 0, **p __perspective (thread, 1) = &q;
  __partition (thread, 1, int *w = o + t)
    __group (thread, 1)
      {
	*w = n;
	*p = w;	/* { dg-error {view 'w' leaves the body of its '__partition'[^\n]*PX205} } */
      }
}
