/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Prism Fig. 7: perspectives that cannot be had. */
#include <px.h>

__device __requires (block (1), thread (4)) void
f (void)
{
  __group (thread, 2)	/* { dg-message "'__group' set the perspective here" } */
    {
      __group (block, 1) { }	/* { dg-error "PX101" } */
    }
}
__device __requires (block (6), thread (4)) void
g (void)
{
  __group (block, 6)	/* { dg-message "'__group' set the perspective here" } */
    {
      __group (block, 5) { }	/* { dg-error "PX101" } */
    }
}
