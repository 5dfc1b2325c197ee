/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__kernel void
f (int *p, int n)
{
  int b __perspective (block, 1) = px_id (block);
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = p + b * 32 + t)
    __group (thread, 1)
      if (t < n)
	*q = 1;
}
