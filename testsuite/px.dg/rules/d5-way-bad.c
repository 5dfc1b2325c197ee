/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* In narrower code the block's arrays are nobody's: the error says how they become somebody's.  */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64), smem (512)) void
f (int n)
{
  __group (block, 1)
    {
      __shared int a[32], b[64];		/* { dg-message "'.' is declared here" } */
      __split (thread)				/* { dg-message {'__claim .thread, 32, \.\.\..' around this '__split' gives it to the branch} } */
	{
	  __case (32)
	    __partition (thread, 1, int *own = a + px_id (thread))	/* { dg-error {PX205} } */
	      *own = n;
	}
      __group (thread, 32)			/* { dg-message {'__partition .thread, 32, \.\.\..' around this '__group' gives each unit its part} } */
	__partition (thread, 1, int *own = b + px_id (thread))	/* { dg-error {PX205} } */
	  *own = n;
    }
}
