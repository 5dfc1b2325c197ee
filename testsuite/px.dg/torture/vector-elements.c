/* SPDX-License-Identifier: MIT */
/* Elements of vectors that are changed one by one.  */
/* { dg-do run } */
#include "../aux/t.h"

typedef unsigned u4 __attribute__ ((vector_size (16)));
typedef short s8 __attribute__ ((vector_size (16)));
#define BODY(i) ({ \
  u4 x = { i, 1, 2, 3 }, y = { 0 }; \
  s8 w = { 0 }; \
  for (int k = 0; k < 11; k++) \
    { \
      x[3] += 3; \
      y[k & 3] += x[k % 4]; \
      w[5] += k; \
    } \
  x[0] = x[3] + w[5]; \
  x[0] + 7 * x[1] + 13 * y[0] + 17 * y[3]; })

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
  for (unsigned i = 0; i < 64; i++)
    CHECK (got[i] == BODY (i));
  return 0;
}
