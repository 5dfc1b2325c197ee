/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), thread (32), smem (64)) void
f (void)
{
  static __shared int a[4];	/* { dg-error "PX603" } */
  extern __shared int b[4];	/* { dg-error "PX603" } */
  (void) a;
}
