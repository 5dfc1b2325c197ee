/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A grid cannot be split. */
#include <px.h>

__kernel __requires (grid (1), block (2), thread (32)) void
f (void)	/* { dg-message "'f' starts at this perspective" } */
{
  __split (grid)	/* { dg-error "PX102" } */
    {
      __case (1) { }
    }
}
