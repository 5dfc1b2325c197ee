/* SPDX-License-Identifier: MIT */
/* PTX whose braces do not pair, which shows only where the text ends.  */
/* { dg-do compile } */
/* { dg-final { scan-no-output } } */
#include "../aux/t.h"

__kernel void
f (int *p)
{
  EACH_THREAD (t)
    {
      __unsafe { asm volatile ("{ .reg .b32 a; mov.u32 a, 1; mov.u32 %0, a; }" : "=r" (p[1])); }
      __unsafe { asm volatile ("{ .reg .b32 a;\n\t" : "=r" (*p)); }	/* { dg-error {this 'asm' is no PTX: expected '\}', not the end of the text .PX508.} } */
      __unsafe { asm volatile ("mov.u32 %0, 3;" : "=r" (p[2])); }
    }
}
