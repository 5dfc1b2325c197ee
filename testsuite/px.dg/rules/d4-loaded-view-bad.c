/* SPDX-License-Identifier: MIT */
/* D4: a view made of a pointer that was loaded from memory is not of another block.  */
/* { dg-do compile } */
#include "../aux/t.h"

__kernel __requires (threads (64), smem (1024)) void
f (int *o)
{
  __group (block, 1)
    {
      __shared int x[64];
      __shared int *ps[64];
      int t = px_id (thread);
      __each (thread, int **q = ps + t)
	*q = x + t;
      int *z = ps[0];
      __each (thread, int *q = z + t)
	*q = 1;			/* { dg-error {through a pointer that was loaded from memory[^\n]*PX204} } */
      /* { dg-message {lead to all of it} "way out" { target *-*-* } .-1 } */
      int u = px_id (thread, 32);
      __each (thread, 32, int *w = z + u * 32)
	__each (thread, int *q = w + px_id (thread))
	  *q = 1;		/* { dg-error {through a pointer that was loaded from memory[^\n]*PX204} } */
    }
}
