/* SPDX-License-Identifier: MIT */
/* Arguments are converted to the parameters' types, as C does at a call.  */
/* { dg-do run } */
/* { dg-options "-Wno-overflow" } */
#include "../aux/t.h"

__kernel void
f (double d, short s, unsigned char c, float x, long long *out)
{
  EACH_THREAD (t)
    {
      out[0] = (long long) (d * 2);
      out[1] = s;
      out[2] = c;
      out[3] = (long long) (x * 4);
    }
}

int
main (void)
{
  long long got[4];
  void *d = t_dev (0, sizeof got);
  int seven = 7;
  LAUNCH (1, 1, f, seven, 4464 - 65536L, 0x1ff, 1.75, d);
  t_back (got, d, sizeof got);
  CHECK (got[0] == 14);
  CHECK (got[1] == 4464);
  CHECK (got[2] == 0xff);
  CHECK (got[3] == 7);
  return 0;
}
