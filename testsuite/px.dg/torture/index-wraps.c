/* SPDX-License-Identifier: MIT */
/* With -fwrapv signed numbers wrap at 32 bits, too.  */
/* { dg-do run } */
/* { dg-additional-options "-fwrapv" } */
#include "../aux/t.h"

__kernel __requires (grid (1)) void
f (int *out, const int *a, int i)
{
  EACH_THREAD (t)
    {
      /* I is the greatest number, and 2 * i is -2.  */
      out[0] = a[2 * i + 2] + 10 * a[2 * i + 3] + 100 * a[2 * i + 4];
      out[1] = a[(i + 1) * 2] + 10 * a[(i + 1) * 2 + 1] + 100 * a[(i + 2) - (i + 1)];
    }
}

int
main (void)
{
  int *a = NEW (int, 8), *out = NEW (int, 2);
  for (int k = 0; k < 8; k++)
    a[k] = k + 1;
  LAUNCH (1, 1, f, out, a, 0x7fffffff);
  CHECK (out[0] == 321 && out[1] == 221);
  return 0;
}
