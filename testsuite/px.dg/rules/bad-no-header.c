/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-O2 -Wall -fno-show-column" } */
/* Without <px.h> the first keyword says so, and nothing follows.  */
__kernel void	/* { dg-error {'__kernel' is of '<px\.h>', which is not included .PX608.} } */
f (int n, float *p)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, float *q = p + i)
    __group (thread, 1)
      if (i < n)
	*q = 1;
}

int
main (void)
{
  int unused;
  return px_check (px_launch (px_grid (1, 32), f, 1, 0));
}
