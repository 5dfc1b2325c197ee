/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Snap Fig. 7, its second example. */
#include <px.h>

__device __requires (thread (6)) void
f (void)
{
  __group (thread, 6)	/* { dg-message "'__group' set the perspective here" } */
    {
      __group (thread, 4) { }	/* { dg-error "PX101" } */
    }
}
__device __requires (block (1), thread (2)) void
g (void)
{
  __group (block, 1)	/* { dg-message "'__group' set the perspective here" } */
    {
      __group (block, 2) { }	/* { dg-error "PX101" } */
    }
}
