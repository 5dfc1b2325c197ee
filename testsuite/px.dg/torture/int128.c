/* SPDX-License-Identifier: MIT */
/* 128-bit integers: products, quotients, shifts (libgcc's share is px's).  */
/* { dg-do run } */
#include "../aux/t.h"

typedef unsigned __int128 u128;
typedef __int128 s128;
#define EVAL { \
  u128 x = (u128) a << 64 | b, y = (u128) b << 20 | a; s128 p = x, q = y; \
  r[0] = x * y, r[1] = x / (y | 1), r[2] = x % (y | 1), r[3] = x >> (a & 127), \
  r[4] = x << (b & 127), r[5] = p / (q | 1), r[6] = p % (q | 1), r[7] = x + y, \
  r[8] = x < y, r[9] = p < q, r[10] = x / 10, r[11] = (u128) a * b; }

__kernel void
f (unsigned long long a, unsigned long long b, u128 *r)
{
  EACH_THREAD (t)
    EVAL
}

static void
host (unsigned long long a, unsigned long long b, u128 *r)
EVAL

int
main (void)
{
  u128 got[12], want[12], *d = t_dev (0, sizeof got);
  for (int i = 0; i < 20; i++)
    {
      unsigned long long a = t_random () >> (3 * i), b = t_random () >> i;
      LAUNCH (1, 1, f, a, b, d);
      OK (px_copy (got, d, sizeof got));
      host (a, b, want);
      for (int k = 0; k < 12; k++)
	CHECK (got[k] == want[k]);
    }
  OK (px_free (d));
  return 0;
}
