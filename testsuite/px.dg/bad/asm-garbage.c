/* SPDX-License-Identifier: MIT */
/* PTX that does not parse.  */
/* { dg-do compile } */
/* { dg-final { scan-no-output } } */
#include "../aux/t.h"

__kernel void
f (int *p)
{
  EACH_THREAD (t)
    {
      __unsafe { asm volatile ("frobnicate.u32 %0, (;" : "=r" (*p)); }
    }
}
/* { dg-error "device code, PTX line \[0-9\]+" "" { target *-*-* } 0 } */
