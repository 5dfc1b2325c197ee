/* SPDX-License-Identifier: MIT */
/* C11 without GNU extensions' keywords, and C2x.  */
/* { dg-do assemble } */
/* { dg-additional-options "-std=c2x" } */
/* { dg-final { scan-ptx {\.entry} } } */
#include "../aux/t.h"

__kernel void
f (int *p)
{
  EACH_THREAD (t)
    {
      __unsafe { __asm__ volatile ("bar.sync 0;" ::: "memory"); }
      *p = 1;
    }
}
