/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>




__device void
f (int a __perspective (thread, 0),	/* { dg-error "PX601" } */
   int b __perspective (thread, -1),	/* { dg-error "PX601" } */
   int c __perspective (grids, 1),	/* { dg-error "PX602" } */
   int d __perspective (thread, a))	/* { dg-error "" } */
{
}
