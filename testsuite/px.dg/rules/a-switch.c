/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device void
f (int *p, int n)
{
  switch (n)
    {
    case 0: case 5: *p = 1; break;
    case 1: *p = 2; /* fall through */
    case 7 ... 9: *p = 3; break;
    default: return;
    }
  for (;;)
    {
      switch (*p)
	{
	case 1: continue;
	case 2: break;
	case 3: return;
	}
      if (n++ > 100)
	break;
    }
}
