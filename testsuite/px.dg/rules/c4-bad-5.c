/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* From one branch to the other; out of a partition and of a claim. */
#include <px.h>

__device __requires (thread (32)) void
f (int *p __perspective (thread, 32), int n)
{
  __split (thread)
    {
      __case (16)	/* { dg-message "'__case' begins here" } */
	{
	  if (n)
	    goto there;	/* { dg-error {.goto. leaves .__case.[^\n]*PX104} } */
	}
      __case (16)
	{
	there:;
	}
    }
  __partition (thread, 1, int *q = p)	/* { dg-message "'__partition' begins here" } */
    {
      (void) q;
      return;	/* { dg-error {.return. leaves .__partition.[^\n]*PX104} } */
    }
}

/* What to write instead.  */
/* { dg-message {let the opposite condition hold what follows, as 'if .\.\.\.. . \.\.\.} "" { target *-*-* } 24 } */
