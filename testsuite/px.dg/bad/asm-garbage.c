/* SPDX-License-Identifier: MIT */
/* PTX that does not parse.  */
/* { dg-do compile } */
/* { dg-final { scan-no-output } } */
#include <px.h>

__kernel void
f (int *p)
{
  __unsafe { asm volatile ("frobnicate.u32 %0, (;" : "=r" (*p)); }	/* { dg-error "frobnicate" } */
}
