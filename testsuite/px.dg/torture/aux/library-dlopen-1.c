/* SPDX-License-Identifier: MIT */
#include "../../aux/t.h"

__device static int times = 0;

__kernel void
add (int *p, int v)
{
  EACH_THREAD (t)
    {
      if (times++ == 0)
	*p += v;
    }
}

void
add_from_library (int *p, int v)
{
  LAUNCH (1, 1, add, p, v);
}
