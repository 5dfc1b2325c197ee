/* SPDX-License-Identifier: MIT */
/* { dg-do assemble } */
/* { dg-additional-options "-pipe" } */
/* { dg-final { scan-ptx {\.entry} } } */
#include "../aux/t.h"

__kernel void
f (int *p)
{
  EACH_THREAD (t)
    *p = 1;
}
