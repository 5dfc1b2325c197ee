/* SPDX-License-Identifier: MIT */
/* Counters as bits of halves: GCC keeps them in registers of 32 bits, which instructions
   on vectors do not take.  */
/* { dg-do run } */
#include "../aux/t.h"

__kernel __requires (grid (1), block (1), thread (1)) void
f (px_half *p, unsigned short n)
{
  EACH_THREAD (i)
    for (unsigned short k = 0; k <= n; k++)
      {
	px_halfx8 x = { { k }, { 1 }, { k }, { 0 }, { i + 0x3c00 }, { 2 * k }, { 3 }, { k } };
	px_atomic_max8 (p + 8 * i, x);
      }
}

int
main (void)
{
  px_half out[8 * 32];
  px_half *d = t_dev (0, sizeof out);
  LAUNCH (1, 32, f, d, 0x3c00);
  t_back (out, d, sizeof out);
  for (int i = 0; i < 32; i++)
    {
      const px_half *x = out + 8 * i;
      CHECK (x[0].bits == 0x3c00 && x[1].bits == 1 && x[2].bits == 0x3c00 && x[3].bits == 0
	     && x[4].bits == 0x3c00 + i && x[5].bits == 0x7800 && x[6].bits == 3 && x[7].bits == 0x3c00);
    }
  return 0;
}
