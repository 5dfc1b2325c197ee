/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-Wno-switch-unreachable" } */
#include <px.h>


__device __requires (thread (32)) void
f (int n)
{
  switch (n)
    {
      __group (thread, 8)	/* { dg-message "'__group' begins here" } */
	{
	case 3:;	/* { dg-error "PX104" } */
	}
    default:
      __split (thread)
	{
	  __case (2)	/* { dg-message "'__case' begins here" } */
	    break;	/* { dg-error "PX104" } */
	}
    }
}
