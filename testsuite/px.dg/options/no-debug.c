/* SPDX-License-Identifier: MIT */
/* Without -g: no .loc, and no path of the source's machine.  */
/* { dg-do assemble } */
/* { dg-final { scan-ptx-not {\.loc} } } */
/* { dg-final { scan-ptx-not {no-debug\.c} } } */
#include <px.h>

__kernel void
f (int *p)
{
  *p = 1;
}
