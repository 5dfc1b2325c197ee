/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A return, a break and a goto may leave __unsafe. */
#include <px.h>

__device void
f (int n)
{
  for (int i = 0; i < n; i++)
    __unsafe
      {
	if (i == 3)
	  break;
	if (i == 4)
	  continue;
	if (i == 5)
	  goto out;
      }
  __unsafe
    {
      if (n == 7)
	return;
    }
out:;
}
