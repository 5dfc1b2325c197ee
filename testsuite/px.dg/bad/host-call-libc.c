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
      *p = *getenv (p);	/* { dg-error {device code calls 'getenv', which the device does not have .PX506.} } */
    }
}
