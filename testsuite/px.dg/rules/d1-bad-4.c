/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Through ?:, through a temporary, through a comma, through a comparison. */
#include <px.h>

__device __requires (thread (32)) void
f (int n)
{
  int t __perspective (thread, 1) = px_id (thread);
  int x = 0;	/* { dg-message "'x' is declared here" } */
  x = t ? 1 : 2;	/* { dg-error "PX201" } */
  x = t < n && n > 3;	/* { dg-error "PX201" } */
  x = (n++, t);	/* { dg-error "PX201" } */
  x = -(t * 3 + 1);	/* { dg-error "PX201" } */
  x += t;	/* { dg-error "PX201" } */
  (void) x;
}
