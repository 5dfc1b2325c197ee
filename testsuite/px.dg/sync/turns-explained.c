/* SPDX-License-Identifier: MIT */
/* What turns become, in words.  */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-explain" } */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (128)) void
k (int n)
{
  __group (block, 1)
    {
      __shared px_turn there, back;
      __split (thread)
	{
	  __case (64)
	    for (int i = 0; i < n; i++)
	      {
		px_give_turn (&there); /* { dg-message "turn 'there': named barrier \[12\] of 128 threads: who gives it arrives, who takes it waits" } */
		px_take_turn (&back);
	      }
	  __case (64)
	    for (int i = 0; i < n; i++)
	      {
		px_take_turn (&there);
		px_give_turn (&back); /* { dg-message "turn 'back': named barrier \[12\] of 128 threads" } */
	      }
	}
    }
}

__kernel __requires (grid (1), block (1), threads (128)) void
once (int n)
{
  __group (block, 1)
    {
      __shared px_turn one_way;
      __split (thread)
	{
	  __case (64)
	    for (int i = 0; i < n; i++)
	      {
		px_give_turn (&one_way); /* { dg-message "turn 'one_way': an mbarrier that tells when it is given: who gives it arrives, who takes it waits" } */
		/* { dg-message "turn 'one_way': a barrier of a warp, before one thread of it gives it" "" { target *-*-* } .-1 } */
	      }
	  __case (64)
	    for (int i = 0; i < n; i++)
	      {
		px_take_turn (&one_way); /* { dg-message "turn 'one_way': an mbarrier that tells when it was taken: who takes it arrives, who gives it again waits" } */
		/* { dg-message "turn 'one_way': a barrier of a warp, before one thread of it says that it was taken" "" { target *-*-* } .-1 } */
	      }
	}
    }
}
