/* SPDX-License-Identifier: MIT */
/* A device compiler that copies a barrier is found out.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-px-nvptx-lto1=[file dirname $prog]/aux/copying-compiler" } */
/* { dg-error "copied a collective operation" "" { target *-*-* } 10 } */
#include <px.h>
#define T 64

__kernel __requires (grid (1), block (1), threads (T), smem (4 * T)) void
f (int *out)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * T)
    __group (block, 1)
      {
	__shared int x[T];
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *w = x + t)
	  __group (thread, 1)
	    *w = t;
	__partition (thread, 1, int *w = o + t)
	  __group (thread, 1)
	    *w = x[T - 1 - t];
      }
}
