/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include "../aux/t.h"

__kernel void
f (int *p)
{
  EACH_THREAD (t)
    {
      static int calls;	/* { dg-error {static variable 'calls' in device function 'f'[^\n]*PX503} } */
      *p = ++calls;
    }
}
