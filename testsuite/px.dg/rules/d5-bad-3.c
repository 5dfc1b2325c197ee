/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A view does not leave its body. */
#include <px.h>

__device int *g;
__device __requires (block (1), thread (32)) int *
f (int *p)
{
  int t __perspective (thread, 1) = px_id (thread);
  int *keep __perspective (thread, 1) = p;
  int *keeps[2] __perspective (thread, 1);
  __partition (thread, 1, int *q = p + t)
    {
      keep = q;	/* { dg-error {view 'q' leaves the body of its '__partition'[^\n]*PX205} } */
      keeps[1] = q + 1;	/* { dg-error {view 'q' leaves the body of its '__partition'[^\n]*PX205} } */
    }
  (void) keep;
  (void) keeps;
  return p;
}
