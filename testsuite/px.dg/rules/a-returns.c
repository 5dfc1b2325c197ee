/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device int
f (const int *p, int n)
{
  if (n < 0)
    return -1;
  for (int i = 0; i < n; i++)
    {
      if (p[i] == 0)
	return i;
      switch (p[i])
	{
	case 1: return 2;
	case 2: continue;
	}
      do
	if (p[i] == n)
	  return 9;
      while (n-- > 3);
    }
  return n ? 1 : 2;
}
