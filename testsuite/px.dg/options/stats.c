/* SPDX-License-Identifier: MIT */
/* What a kernel takes.  */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-stats -fplugin-arg-px-race=none" } */
#include <px.h>

__kernel __requires (grid (1), block (1), thread (32), smem (256)) void
f (int *out __perspective (grid, 1))	/* { dg-message "'f' for sm_80: 256 bytes of shared memory, 0 named registers, 0 barriers, synchronisations: 1" "" { target *-*-* } } */
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * 64)
    __group (block, 1)
      {
	__shared int s[64];
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *p = s + t)
	  __group (thread, 1)
	    *p = t;
	int x __perspective (thread, 1) = s[t ^ 1];
	__partition (thread, 1, int *p = o + t)
	  __group (thread, 1)
	    *p = x;
      }
}
