/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A construct in a loop, a loop in a construct. */
#include <px.h>

__device __requires (thread (32)) void
f (int n)
{
  int x __perspective (thread, 1) = 0;
  for (int i = 0; i < n; i++)
    {
      __group (thread, 8)
	for (int k = 0; k < n; k++)
	  if (k == 2)
	    break;
	  else
	    x += k;
      if (i == 3)
	break;
    }
  (void) x;
}
