/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__kernel void
f (int *p)
{
  static int calls;	/* { dg-error "static variable 'calls' in device function 'f'" } */
  *p = ++calls;
}
