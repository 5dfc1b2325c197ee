/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Nor a narrower one, const or not. */
#include <px.h>



__device __requires (thread (32)) void g (const int *a);	/* { dg-message "'a' is declared here" } */
__device __requires (thread (32)) void h (int *a);	/* { dg-message "'a' is declared here" } */
__device __requires (thread (32)) void
f (int *p)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = p + t)
    {
      g (q);	/* { dg-error "PX303" } */
      h (q);	/* { dg-error "PX303" } */
    }
}
