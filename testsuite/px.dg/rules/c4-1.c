/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Jumps that stay within a construct. */
#include <px.h>

__device __requires (thread (32)) void
f (int n)
{
  __group (thread, 32)
    {
      for (int i = 0; i < n; i++)
	{
	  if (i == 3)
	    continue;
	  if (i == 5)
	    break;
	}
      switch (n)
	{
	case 1:
	  break;
	default:
	  if (n > 7)
	    goto out;
	}
    again:
      if (n++ < 0)
	goto again;
    out:;
    }
}
