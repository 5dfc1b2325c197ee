/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

void
f (int *p)
{
  __partition (thread, 1, int *q = p)	/* { dg-error "PX604" } */
    *q = 1;
}
