/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Narrowing one after another, each bound a multiple of the next. */
#include <px.h>

__kernel __requires (grid (1), block (1), thread (128)) void
f (int *p __perspective (grid, 1))
{
  __group (block, 1)
    __group (thread, 128)
      __group (thread, 64)
	__group (thread, 32)
	  __group (thread, 1)
	    {
	      int x = 1;
	      (void) x;
	    }
  (void) p;
}
