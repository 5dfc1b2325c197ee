/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* More threads than the bound has. */
#include <px.h>

__kernel __requires (grid (1), block (1), thread (32)) void
f (void)	/* { dg-message "'f' starts at this perspective" } */
{
  __group (thread, 64) { }	/* { dg-error {needs thread.n. with n a multiple of 64[^\n]*PX101} } */
}
