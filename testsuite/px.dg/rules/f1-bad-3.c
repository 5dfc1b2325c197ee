/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Not the block any more; not the fixed number of threads. */
#include <px.h>





__device __requires (block (1), thread (32)) void g (void);	/* { dg-message "'g' is declared here" } */
__device __requires (block (1), threads (64)) void h (void);	/* { dg-message "'h' is declared here" } */
__kernel __requires (grid (1), block (1), thread (64)) void
f (void)
{
  __group (block, 1)
    {
      __group (thread, 32)	/* { dg-message "the code perspective was set here" } */
	g ();	/* { dg-error "PX301" } */
      h ();	/* { dg-error {'h' is for blocks of exactly 64 threads[^\n]*PX301} } */
    }
}
