/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-final { scan-no-output } } */
#include "../aux/t.h"

__device static int
factorial (int n)	/* { dg-message "defined here" } */
{
  return n < 2 ? 1 : n * factorial (n - 1);	/* { dg-error {'factorial' is recursive[^\n]*PX305} } */
}

__kernel void
f (int *p)
{
  EACH_THREAD (t)
    *p = factorial (*p);
}

/* What to write instead.  */
/* { dg-message {write a loop; what is still to do can stand in a local array of } "" { target *-*-* } 9 } */
