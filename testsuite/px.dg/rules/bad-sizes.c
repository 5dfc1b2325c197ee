/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Zero, negative, huge, not an integer, not a constant. */
#include <px.h>

__kernel __requires (grid (1), block (1), thread (32)) void
f (int n)
{
  const int k = 4;
  __group (thread, 0) { }	/* { dg-error "PX601" } */
  __group (thread, -1) { }	/* { dg-error "PX601" } */
  __group (thread, 4294967296) { }	/* { dg-error "PX601" } */
  __group (thread, 1.5) { }	/* { dg-error "PX601" } */
  __group (thread, n) { }	/* { dg-error "PX601" } */
  __group (thread, k) { }	/* { dg-error "PX601" } */
  __group (block, 1)
    __split (thread)
      {
	__case (0) { }	/* { dg-error "PX601" } */
	__case (n) { }	/* { dg-error "PX601" } */
      }
}
