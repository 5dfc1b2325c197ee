/* SPDX-License-Identifier: MIT */
/* PTX that parses, but is none: told where the user wrote it.  */
/* { dg-do compile } */
/* { dg-final { scan-no-output } } */
#include "../aux/t.h"

__device static inline int
inlined (int x)
{
  __unsafe asm ("add.u33 %0, %1, 1;" : "=r" (x) : "r" (x));	/* { dg-error {this 'asm' is no PTX: add does not exist with .u33 .PX508.} } */
  return x;
}

__kernel void
f (int *p)
{
  EACH_THREAD (t)
    p[2] = inlined (p[3]);
}
