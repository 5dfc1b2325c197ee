/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

void
f (void)
{
  __shared int a[4];	/* { dg-error "PX603" } */
  a[0] = 1;
}
