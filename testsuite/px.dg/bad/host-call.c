/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-final { scan-no-output } } */
#include "../aux/t.h"

int host (int);	/* { dg-message "declared here; a function for the device is declared '__device'" } */

__kernel void
f (int *p)
{
  EACH_THREAD (t)
    {
      *p = host (*p);	/* { dg-error {device code calls host function 'host'[^\n]*PX305} } */
    }
}
