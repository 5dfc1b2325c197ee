/* SPDX-License-Identifier: MIT */
/* Two objects that define one device function.  */
/* { dg-do link } */
/* { dg-additional-sources "aux/device-twice-1.c" } */
#include <px.h>

__device int
same (int x)
{
  return x;
}

int
main (void)
{
  return 0;
}
/* { dg-link-error "multiple definition of .px.device.same" } */
