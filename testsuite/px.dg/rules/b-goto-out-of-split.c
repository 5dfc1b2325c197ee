/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (32)) void
f (int n)
{
  __split (thread)
    {
      __case (16)	/* { dg-message "'__case' begins here" } */
	if (n)
	  goto done;	/* { dg-error "PX104" } */
    }
done:;
}
