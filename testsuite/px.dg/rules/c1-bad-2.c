/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Fewer, but no divisor. */
#include <px.h>

__device __requires (thread (32)) void
f (void)	/* { dg-message "'f' starts at this perspective" } */
{
  __group (thread, 24) { }	/* { dg-error "PX101" } */
}
