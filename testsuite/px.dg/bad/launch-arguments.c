/* SPDX-License-Identifier: MIT */
/* A kernel's name is, on the host, a function of its C type.  */
/* { dg-do compile } */
/* GCC 14 makes errors of these warnings: { dg-options "-O2 -Wno-error=int-conversion" } */
#include <px.h>

__kernel void
f (int n, float *p)	/* { dg-message "declared here" } */
{
  (void) p;
}

int
main (void)
{
  float x;
  px_launch (px_grid (1, 1), f, 1);	/* { dg-error {too few arguments to kernel 'f': this launch gives 1, and it has 2: 'p' is missing .PX610.} } */
  px_launch (px_grid (1, 1), f, 1, &x, 2);	/* { dg-error {too many arguments to kernel 'f': this launch gives 3, and it has 2 .PX610.} } */
  px_launch (px_grid (1, 1), f, &x, &x);	/* { dg-warning "makes integer from pointer" } */
  return 0;
}
/* { dg-message "declared here|expected 'int' but" "" { target *-*-* } 0 } */
