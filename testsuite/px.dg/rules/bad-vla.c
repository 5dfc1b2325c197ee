/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A VLA of views, a pointer to one, a cast to one. */
#include <px.h>

__device __requires (thread (32)) void
f (int *p, int n)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = p + t)
    {
      int *v[n] __perspective (thread, 1);	/* { dg-error "PX502" } */
      v[0] = q;
    }
}
