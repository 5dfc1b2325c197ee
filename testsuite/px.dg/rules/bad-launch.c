/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-O2" } */
/* Other numbers of arguments than the kernel has, in the words of the launch.  */
#include <px.h>

__kernel void
k (int n, const float *x, float *y)	/* { dg-message "declared here" } */
{
  (void) n, (void) x, (void) y;
}

int
main (void)
{
  float *x = px_alloc (4), *y = px_alloc (4);
  if (px_check (px_launch (px_grid (4, 256), k, 1024, x)))	/* { dg-error {too few arguments to kernel 'k': this launch gives 2, and it has 3: 'y' is missing .PX610.} } */
    return 1;
  if (px_check (px_launch (px_grid (4, 256),	/* { dg-error {this launch gives 1, and it has 3: 'x', 'y' are missing .PX610.} } */
			   k, (1024, 1))))
    return 1;
  return px_check (px_launch (px_grid (4, 256), k, 1024, x, y, 1.0f));	/* { dg-error {too many arguments to kernel 'k': this launch gives 4, and it has 3 .PX610.} } */
}
