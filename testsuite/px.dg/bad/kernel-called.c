/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include "../aux/t.h"

__kernel void
f (int *p)	/* { dg-message "declared here" } */
{
  (void) p;
}

__kernel void
g (int *p)
{
  EACH_THREAD (t)
    {
      f (p);	/* { dg-error {device code calls kernel 'f'[^\n]*PX305} } */
    }
}
