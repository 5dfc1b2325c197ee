/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Arrays sized at launch: none in a device function. */
#include <px.h>

__device __requires (block (1), thread (32)) void
g (void)
{
  __shared int a[];	/* { dg-error "PX203" } */
  (void) a;
}
