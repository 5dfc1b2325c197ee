/* SPDX-License-Identifier: MIT */
#include "kernel-declared.h"

__kernel void
elsewhere (int *p, int v)
{
  EACH_THREAD (t)
    *p = v + 1;
}

__kernel static void
local (int *p)
{
  EACH_THREAD (t)
    {
      p[0] = 0;
      p[2] = 2;
    }
}

void
from_there (int *d)
{
  LAUNCH (1, 1, local, d);
  LAUNCH (1, 1, elsewhere, d, 42);
}
