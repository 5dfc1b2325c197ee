/* SPDX-License-Identifier: MIT */
/* Vectors written by their parts, without optimisation on the device too.  */
/* { dg-do run } */
/* { dg-options "-O2 -fplugin-arg-px-debug" } */
#include "../aux/t.h"

typedef int v4 __attribute__ ((vector_size (16)));
typedef double d2 __attribute__ ((vector_size (16)));

__kernel __requires (grid (1), block (1), threads (64)) void
f (int *out, int k)
{
  __partition (thread, 1, int *o = out + px_id (thread))
    __group (thread, 1) {
      v4 a = { 1, 2, 3, 4 }, b;
      d2 d = { 0.5, 1.5 };
      a[0] = k;
      b = a * a;
      b[3] = 7;
      d[1] = k;
      *o = b[0] + b[1] + b[3] + (int) (d[0] + d[1] + 0.5);
    }
}

int
main (void)
{
  int out[64], *d = t_dev (0, sizeof out);
  LAUNCH (1, 64, f, d, 5);
  t_back (out, d, sizeof out);
  for (int i = 0; i < 64; i++)
    CHECK (out[i] == 25 + 4 + 7 + 6);
  return 0;
}
