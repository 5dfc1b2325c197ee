/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Host code launches kernels by px_launch. */
#include <px.h>

__kernel void
k (int *p)
{
  (void) p;
}

int
main (void)
{
  return px_launch (px_grid (1, 1), k, (int *) 0) != 0;
}
