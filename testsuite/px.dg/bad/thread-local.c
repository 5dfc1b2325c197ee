/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include "../aux/t.h"

static __thread int v;

__kernel void
f (int *p)
{
  EACH_THREAD (t)
    {
      *p = v;	/* { dg-error {thread-local variable 'v' in device code[^\n]*PX503} } */
    }
}
