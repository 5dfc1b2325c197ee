/* SPDX-License-Identifier: MIT */
/* F9: copies by px_cp_async go from global to shared memory, not to a local array.  */
/* { dg-do compile } */
#include <px.h>

__device void
f (const int *p)
{
  int l[4];	/* { dg-message "'l' is declared here" } */
  __async (int *a = l)
    px_cp_async (a, p, 16);	/* { dg-error {operand 1 of 'px_cp_async' must be in shared memory .PX309.} } */
}
