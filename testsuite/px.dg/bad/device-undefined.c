/* SPDX-License-Identifier: MIT */
/* A device function that no object defines: the host linker says so.  */
/* { dg-do link } */
#include "../aux/t.h"

__device int nowhere (int);

__kernel void
f (int *p)
{
  EACH_THREAD (t)
    *p = nowhere (*p);
}

int
main (void)
{
  return 0;
}
/* { dg-link-error "undefined reference to .px.device.nowhere" } */
