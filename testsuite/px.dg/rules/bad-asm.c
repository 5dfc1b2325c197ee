/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device void
f (int *p)
{
  int x;
  asm ("mov.u32 %0, %%tid.x;" : "=r" (x));	/* { dg-error "PX505" } */
  asm volatile ("" ::: "memory");	/* { dg-error "PX505" } */
  __unsafe asm ("mov.u32 %0, %%tid.x;" : "=r" (x));
  *p = x;
}
