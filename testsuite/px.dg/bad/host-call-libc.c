/* SPDX-License-Identifier: MIT */
/* A function of the C library that the device does not have.  */
/* { dg-do compile } */
#include "../aux/t.h"
#include <stdlib.h>

__kernel void
f (char *p)
{
  EACH_THREAD (t)
    {
      *p = *getenv (p);	/* { dg-error {device code calls host function 'getenv'[^\n]*PX305} } */
    }
}
/* { dg-message "declared here" "" { target *-*-* } 0 } */
