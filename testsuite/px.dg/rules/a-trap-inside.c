/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), threads (64)) void
f (int n)
{
  __split (thread)
    {
      __case (32)
	__builtin_trap ();
      __case (32)
	if (n)
	  __builtin_unreachable ();
    }
}
