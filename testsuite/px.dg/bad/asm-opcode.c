/* SPDX-License-Identifier: MIT */
/* An instruction that there is not.  */
/* { dg-do compile } */
/* { dg-final { scan-no-output } } */
#include "../aux/t.h"

__kernel void
f (int *p)
{
  EACH_THREAD (t)
    asm volatile ("frobnicate.u32 %0, 1;" : "=r" (*p));	/* { dg-error {this 'asm' is no PTX: no instruction is called 'frobnicate' .PX508.} } */
}
