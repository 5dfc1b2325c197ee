/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Inside a branch it counts from the branch's start. */
#include <px.h>

__device __requires (thread (32)) void
f (void)
{
  __split (thread)
    {
      __case (16) { }
      __case (16)
	{
	  int t __perspective (thread, 1) = px_id (thread);
	  int q __perspective (thread, 4) = px_id (thread, 4);
	  (void) t, (void) q;
	}
    }
}
