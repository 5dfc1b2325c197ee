/* SPDX-License-Identifier: MIT */
/* Options that harden or instrument host code leave device code alone.  */
/* { dg-do run } */
/* { dg-additional-options "-fstack-protector-strong -finstrument-functions -fcf-protection -pg -fno-pie -no-pie -fsanitize=undefined" } */
/* { dg-final { scan-ptx-not {__cyg|stack_chk|mcount|ubsan} } } */
#include "../aux/t.h"

__device static int __attribute__ ((noinline))
sum (const int *v, int n)
{
  int local[16], s = 0;
  for (int i = 0; i < 16; i++)
    local[i] = v[i % n];
  for (int i = 0; i < n; i++)
    s += local[v[i] & 15];
  return s;
}

__kernel void
f (int *p)
{
  EACH_THREAD (t)
    *p = sum (p, 4);
}

int
main (void)
{
  int v[4] = { 1, 2, 3, 4 }, got;
  int *d = t_dev (v, sizeof v);
  LAUNCH (1, 1, f, d);
  t_back (&got, d, sizeof got);
  CHECK (got == 2 + 3 + 4 + 1);
  return 0;
}
