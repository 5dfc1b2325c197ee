/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Members of a struct. */
#include <px.h>






struct pair { int a, b[4]; };
__device __requires (thread (32)) void
f (void)
{
  struct pair s, *p = &s;	/* { dg-message "'s' is declared here" } */
  int t __perspective (thread, 1) = px_id (thread);
  s.a = t;	/* { dg-error "PX201" } */
  s.b[t & 3] = 1;	/* { dg-error "PX201" } */
  p->a = t;	/* { dg-error "PX201" } */
  s = (struct pair) { t, { 0 } };	/* { dg-error "PX201" } */
}
