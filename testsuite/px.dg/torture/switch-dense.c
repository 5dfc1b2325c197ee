/* SPDX-License-Identifier: MIT */
/* A switch that becomes a jump table.  */
/* { dg-do run } */
#include "../aux/t.h"

#define C(n) case n: r = (r << 1) ^ (n * 0x61 + 5); break;
#define BODY(i) ({ unsigned r = i; for (int k = 0; k < 3; k++) \
  switch ((i + k) % 13) { C(0) C(1) C(2) C(3) C(4) C(5) C(6) C(7) C(8) C(9) C(10) C(11) default: r--; } r; })

__kernel void
f (unsigned *p)
{
  EACH_THREAD (i)
    {
      p[i] = BODY (i);
    }
}

int
main (void)
{
  unsigned got[64], *d = t_dev (0, sizeof got);
  LAUNCH (1, 64, f, d);
  t_back (got, d, sizeof got);
  for (int i = 0; i < 64; i++)
    CHECK (got[i] == BODY (i));
  return 0;
}
