/* SPDX-License-Identifier: MIT */
/* File-scope __device variables keep their values between launches; the host
   reaches them by px_symbol.  */
/* { dg-do run } */
#include "../aux/t.h"

__device int counter = 40;
__device float table[4];
__device static long long hidden = -5;
__constant int scale[2] = { 1, 1 };

__kernel void
f (long long *out)
{
  EACH_THREAD (t)
    {
      counter++;
      hidden += counter * scale[1];
      *out = hidden + (int) table[3];
    }
}

int
main (void)
{
  long long got;
  int c;
  float t[4] = { 1, 2, 3, 1000 };
  int s[2] = { 0, 10 };
  long long *d = t_dev (0, sizeof got);
  LAUNCH (1, 1, f, d);
  LAUNCH (1, 1, f, d);
  OK (px_copy_from_symbol (&c, px_symbol (counter), 0, sizeof c));
  CHECK (c == 42);
  OK (px_copy_to_symbol (px_symbol (table), 0, t, sizeof t));
  OK (px_copy_to_symbol (px_symbol (scale), 4, &s[1], 4));
  LAUNCH (1, 1, f, d);
  t_back (&got, d, sizeof got);
  CHECK (got == -5 + 41 + 42 + 430 + 1000);
  return 0;
}
