/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__kernel void
f (int (*p) (int), int *q)
{
  *q = p (*q);	/* { dg-error "device code calls through a pointer" } */
}
