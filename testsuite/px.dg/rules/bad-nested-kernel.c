/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

int
main (void)
{
  __kernel void g (void) { }	/* { dg-error "PX504" } */
  return 0;
}
