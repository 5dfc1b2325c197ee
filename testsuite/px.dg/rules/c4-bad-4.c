/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A case label in a construct within its switch. */
#include <px.h>

__device __requires (thread (32)) void
f (int n)
{
  int x __perspective (thread, 1) = 0;
  switch (n)
    {
    case 0:
      __group (thread, 8)	/* { dg-message "'__group' begins here" } */
	{
	case 1:	/* { dg-error "PX104" } */
	  x = 1;
	}
    }
  (void) x;
}
