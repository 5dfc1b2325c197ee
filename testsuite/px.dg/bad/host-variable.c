/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include "../aux/t.h"

int v;	/* { dg-message "declared here; a variable on the device is declared '__device'" } */
static const int table[] = { 1, 2, 3 };

__kernel void
f (int *p)
{
  EACH_THREAD (t)
    {
      *p = table[*p & 1] + v;	/* { dg-error {device code uses host variable 'v'[^\n]*PX305} } */
    }
}
