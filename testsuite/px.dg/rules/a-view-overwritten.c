/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* By another object. */
#include <px.h>

__device __requires (block (1), thread (32)) void
f (int *p, int *r)
{
  __partition (thread, 1, int *q = p + px_id (thread))	/* { dg-message "'__partition' begins here" } */
    __group (thread, 1)
      {
	q = r;	/* { dg-error {view 'q' becomes a view of something else[^\n]*PX205} } */
	*q = 1;
      }
}
