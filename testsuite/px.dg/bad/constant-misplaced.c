/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device void
f (int *p)
{
  __constant int x = 3;	/* { dg-error {'__constant' belongs to a variable at file scope[^\n]*PX603} } */
  *p = x;
}
