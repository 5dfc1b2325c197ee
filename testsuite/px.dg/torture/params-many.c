/* SPDX-License-Identifier: MIT */
/* Thirty parameters of mixed size.  */
/* { dg-do run } */
#include "../aux/t.h"

#define EACH(M) M(0) M(1) M(2) M(3) M(4) M(5) M(6) M(7) M(8) M(9)
#define PARAM(n) char c##n, double d##n, short s##n,
#define SUM(n) + c##n * (n + 1) + d##n * 100 + s##n * (n + 2)
#define ARG(n) n + 1, n * 0.5, -n,
#define WANT(n) + (n + 1) * (n + 1) + n * 50 - n * (n + 2)

__kernel void
f (EACH (PARAM) double *out)
{
  EACH_THREAD (t)
    *out = 0 EACH (SUM);
}

int
main (void)
{
  double got;
  double *d = t_dev (0, sizeof got);
  LAUNCH (1, 1, f, EACH (ARG) d);
  t_back (&got, d, sizeof got);
  CHECK (got == 0 EACH (WANT));
  return 0;
}
