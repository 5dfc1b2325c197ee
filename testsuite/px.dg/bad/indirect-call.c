/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include "../aux/t.h"

__kernel void
f (int (*p) (int), int *q)
{
  EACH_THREAD (t)
    {
      *q = p (*q);	/* { dg-error {device code calls through a pointer[^\n]*PX305} } */
    }
}
