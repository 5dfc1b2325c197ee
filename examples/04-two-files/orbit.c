/* SPDX-License-Identifier: MIT */
#include "orbit.h"

enum { ONE = 1 << 24 };

/* Static: for this file alone; on the device names clash as little as in C.  */
__device static long long
times (long long a, long long b)
{
  return a * b >> 24;
}

__device int
orbit (int x, int y, int limit)
{
  long long re = 0, im = 0;
  int steps = 0;
  while (steps < limit && times (re, re) + times (im, im) < 4LL * ONE)
    {
      long long next = times (re, re) - times (im, im) + x;
      im = 2 * times (re, im) + y;
      re = next;
      steps++;
    }
  return steps;
}
