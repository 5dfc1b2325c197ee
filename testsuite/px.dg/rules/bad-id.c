/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (32)) void
f (int n)
{
  int a __perspective (thread, 1) = px_id (thread, n);	/* { dg-error "PX601" } */
  int b __perspective (thread, 1) = px_id (thread, 0);	/* { dg-error "PX601" } */
  int c __perspective (thread, 1) = px_id (thread, -4);	/* { dg-error "PX601" } */
  int d __perspective (thread, 1) = px_id (thread, 1ull << 40);	/* { dg-error "PX601" } */
  (void) a, (void) b, (void) c, (void) d;
}
