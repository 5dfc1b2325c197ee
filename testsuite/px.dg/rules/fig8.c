/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Prism Fig. 8: a legal split. */
#include <px.h>

__kernel __requires (grid (1), block (1), thread (8)) void
f (void)
{
  __group (block, 1)
    __split (thread)
      {
	__case (4) { }
	__case (1) { }
      }
}
