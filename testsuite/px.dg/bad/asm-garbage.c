/* SPDX-License-Identifier: MIT */
/* PTX that does not parse, on a line of its own and in a text of several.  */
/* { dg-do compile } */
/* { dg-final { scan-no-output } } */
#include "../aux/t.h"

__kernel void
f (int *p)
{
  EACH_THREAD (t)
    {
      __unsafe { asm volatile ("frobnicate.u32 %0, (;" : "=r" (*p)); }	/* { dg-error {this 'asm' is no PTX: expected a constant, not ';' .PX508.} } */
      __unsafe
	{
	  asm volatile ("{ .reg .b32 a;\n\t"	/* { dg-error {this 'asm' is no PTX: 'b' is not declared .PX508.} } */
			"mov.u32 a, 1;\n\t"
			"mov.u32 %0, b; }" : "=r" (p[1]));
	}
    }
}
