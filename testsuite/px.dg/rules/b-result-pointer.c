/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device int *g (int *p);
__device void
f (int *p)
{
  *g (p) = 1;	/* { dg-error "PX204" } */
  /* { dg-message "let 'g' give an index, and store by it through a view at thread.1." "" { target *-*-* } .-1 } */
}
