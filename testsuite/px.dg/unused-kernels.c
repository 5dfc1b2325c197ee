/* SPDX-License-Identifier: MIT */
/* Kernels that nobody launches are there; unused static functions are not.  */
/* { dg-do assemble } */
/* { dg-final { scan-ptx {\.entry\s+external} } } */
/* { dg-final { scan-ptx-not {nobody_calls} } } */
#include "aux/t.h"

__device static int __attribute__ ((unused))
nobody_calls (int x)
{
  return x;
}

__kernel void
external (int *p)
{
  EACH_THREAD (t)
    *p = 1;
}
