/* SPDX-License-Identifier: MIT */
/* Kernels and device functions of one body stay what they are: a kernel cannot
   call another.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {\.entry} 3 } } */
#include "../aux/t.h"

__device static int __attribute__ ((noinline)) f (int x) { return x * 3; }
__device int __attribute__ ((noinline)) g (int x) { return x * 3; }
__kernel void a (int *p) { EACH_THREAD (t) p[t] = f (p[t]) + g (p[t]); }
__kernel void b (int *p) { EACH_THREAD (t) p[t] = f (p[t]) + g (p[t]); }
__kernel static void c (int *p) { EACH_THREAD (t) p[t] = f (p[t]) + g (p[t]); }

int
main (void)
{
  int got = 1, *d = t_dev (&got, sizeof got);
  LAUNCH (1, 1, a, d);
  LAUNCH (1, 1, b, d);
  LAUNCH (1, 1, c, d);
  t_back (&got, d, sizeof got);
  CHECK (got == 216);
  return 0;
}
