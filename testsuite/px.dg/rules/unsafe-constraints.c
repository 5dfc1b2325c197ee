/* SPDX-License-Identifier: MIT */
/* { dg-do assemble } */
/* Constraints as nvcc has them, by size.  */
#include <px.h>

__device void
f (int *p, long *q, float *x, double *y, short *h)
{
  int a;
  long b;
  float c;
  double d;
  short e;
  __unsafe
    {
      asm ("add.s32 %0, %1, 1;" : "=r" (a) : "r" (*p));
      asm ("add.s64 %0, %1, 1;" : "=l" (b) : "l" (*q));
      asm ("add.f32 %0, %1, %1;" : "=f" (c) : "f" (*x));
      asm ("add.f64 %0, %1, %1;" : "=d" (d) : "d" (*y));
      asm ("add.s16 %0, %1, %[i];" : "=h" (e) : "h" (*h), [i] "h" ((short) 3));
    }
  *p = a, *q = b, *x = c, *y = d, *h = e;
}
/* { dg-final { scan-ptx {add\.rn\.f64} } } */
