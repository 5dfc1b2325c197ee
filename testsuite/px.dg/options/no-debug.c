/* SPDX-License-Identifier: MIT */
/* Without -g: no .loc, and no path of the source's machine.  */
/* { dg-do assemble } */
/* { dg-final { scan-ptx-not {\.loc} } } */
/* { dg-final { scan-ptx-not {no-debug\.c} } } */
#include "../aux/t.h"

__kernel void
f (int *p)
{
  EACH_THREAD (t)
    *p = 1;
}
