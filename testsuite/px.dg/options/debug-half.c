/* SPDX-License-Identifier: MIT */
/* Without optimisation GCC keeps 16 bits in registers of 32: they fit inline PTX
   all the same.  */
/* { dg-do run } */
/* { dg-options "-O2 -fplugin-arg-px-debug" } */
#include "../aux/t.h"

__kernel __requires (grid (1), block (1), thread (1)) void
f (float *o, int n)
{
  EACH_THREAD (i)
    {
      px_half h = { n + i };
      o[2 * i] = px_to_float (h);
      o[2 * i + 1] = px_to_float (px_to_half (o[2 * i] * 2));
    }
}

int
main (void)
{
  float out[64];
  float *d = t_dev (0, sizeof out);
  LAUNCH (1, 32, f, d, 0x3c00);	/* 1 and what follows it */
  t_back (out, d, sizeof out);
  for (int i = 0; i < 32; i++)
    CHECK (out[2 * i] == 1 + i / 1024.f && out[2 * i + 1] == 2 + i / 512.f);
  return 0;
}
