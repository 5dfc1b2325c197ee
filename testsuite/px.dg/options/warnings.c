/* SPDX-License-Identifier: MIT */
/* Device code gets GCC's warnings, once.  */
/* { dg-do assemble } */
/* { dg-additional-options "-Wall -Wextra" } */
#include <px.h>

__device void
f (int *p, int unused)	/* { dg-warning "unused parameter 'unused'" } */
{
  int x;	/* { dg-message "declared here" "" { target gcc12 } } */
  *p = x;	/* { dg-warning "'x' is used uninitialized" } */
}
