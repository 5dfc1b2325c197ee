/* SPDX-License-Identifier: MIT */
/* The bodies of device functions do not reach the host's assembler.  */
/* { dg-do compile } */
/* { dg-final { scan-file host-untouched.s {call\s+px__link_with_lpx} } } */
/* { dg-final { scan-file-not host-untouched.s {^device_only:} } } */
/* { dg-final { scan-file-not host-untouched.s {imull?\s+\$1234567} } } */
#include "aux/t.h"

__device int
device_only (int x)
{
  return x * 1234567;
}

__kernel void
f (int *p)
{
  EACH_THREAD (t)
    *p = device_only (*p);
}
