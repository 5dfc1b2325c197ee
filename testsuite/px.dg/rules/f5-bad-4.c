/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Nor takes device code the address of a function. */
#include <px.h>

__device void g (void);
__device void h (void *);
__device void
f (void)
{
  void (*p) (void) = g;	/* { dg-error "PX305" } */
  h (p);
}
