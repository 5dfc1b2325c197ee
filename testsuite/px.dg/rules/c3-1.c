/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Conditions as broad as the code, in every kind of statement. */
#include <px.h>

__kernel __requires (grid (1), block (1), thread (32)) void
f (int *p __perspective (grid, 1), int n)
{
  int b __perspective (block, 1) = px_id (block);
  __group (block, 1)
    {
      int x __perspective (block, 1) = 0;
      if (b < n)
	x = 1;
      for (int i = 0; i < n; i++)
	x += i;
      while (x > 100 && b)
	x /= 2;
      do
	x++;
      while (x < n);
      switch (x & 3)
	{
	case 0:
	  x = 2;
	  break;
	default:
	  x = 3;
	}
      (void) x;
    }
  (void) p;
}
