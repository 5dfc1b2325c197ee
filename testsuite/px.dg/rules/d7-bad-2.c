/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>


__device void
f (int *p)
{
  __async (int *d = p)	/* { dg-message "'__async' begins here" } */
    *d = 1;	/* { dg-error "PX207" } */
}
