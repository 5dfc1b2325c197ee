/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (32)) void
f (int n)
{
  for (int i = 0; i < n; i++)
    __group (thread, 8)	/* { dg-message "'__group' begins here" } */
      switch (n)
	{
	case 1:
	  break;
	case 2:
	  continue;	/* { dg-error "PX104" } */
	}
}
