/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* In a branch of a split, whose start is aligned to its size. */
#include <px.h>

__device __requires (thread (16)) void g (void);
__device __requires (thread (64)) void
f (void)
{
  __split (thread)
    {
      __case (32)
	g ();
      __case (16)
	g ();
    }
}
