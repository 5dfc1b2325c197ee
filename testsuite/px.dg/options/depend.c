/* SPDX-License-Identifier: MIT */
/* { dg-do assemble } */
/* { dg-additional-options "-MD -MF depend.d -MP" } */
/* { dg-final { scan-file depend.d {px/runtime\.h} } } */
/* { dg-final { scan-ptx {\.entry} } } */
#include "../aux/t.h"

__kernel void
f (int *p)
{
  EACH_THREAD (t)
    *p = 1;
}
