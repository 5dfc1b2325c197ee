/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), threads (256)) void
f (int *p)
{
  __partition (thread, 128, int *a = p + px_id (thread, 128) * 128)
    __group (thread, 128)
      __partition (thread, 32, int *b = a + px_id (thread, 32) * 32)
	__group (thread, 32)
	  __partition (thread, 1, int *c = b + px_id (thread))
	    {
	      *c = 1;
	      __group (thread, 1)
		*c += 2;
	    }
}
