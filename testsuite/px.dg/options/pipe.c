/* SPDX-License-Identifier: MIT */
/* { dg-do assemble } */
/* { dg-additional-options "-pipe" } */
/* { dg-final { scan-ptx {\.entry} } } */
#include <px.h>

__kernel void
f (int *p)
{
  *p = 1;
}
