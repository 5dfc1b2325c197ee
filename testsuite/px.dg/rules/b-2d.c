/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64), smem (1024)) void
f (float *out __perspective (grid, 1))
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, float *o = out + b * 64)
    __group (block, 1)
      {
	__shared float t[8][8];
	int i __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, float *w = &t[i / 8][i % 8])
	  *w = i;
	__partition (thread, 1, float *w = o + i)
	  *w = t[i % 8][i / 8];
      }
}
