/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (32)) void
f (void)
{
#pragma GCC unroll 4
  __group (thread, 8) { }	/* { dg-error "PX605" } */
#pragma GCC ivdep
  __split (thread) { }	/* { dg-error "PX605" } */
}
