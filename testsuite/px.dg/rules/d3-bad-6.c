/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* ... and one a kernel. */
#include <px.h>

__kernel __requires (grid (1), block (1), thread (32)) void
f (void)
{
  __group (block, 1)
    {
      __shared int a[];
      __shared int b[];	/* { dg-error {'b' is a second array sized at launch[^\n]*PX203} } */
      (void) a;
      (void) b;
    }
}
