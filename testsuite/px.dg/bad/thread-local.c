/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

static __thread int v;

__kernel void
f (int *p)
{
  *p = v;	/* { dg-error "thread-local variable 'v' in device code" } */
}
