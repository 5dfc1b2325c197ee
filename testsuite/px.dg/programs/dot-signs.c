/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-options "-O2" } */
/* px_dp4a and px_dp2a take the bytes of each operand as its type says.  */
#include <px.h>
#include "../aux/t.h"

#define DOTS 12
__kernel __requires (grid (1), block (1), thread (1)) void
dots (int *out, unsigned u, int s)
{
  __partition (thread, 1, int *o = out + DOTS * px_id (thread))
    {
      o[0] = px_dp4a (u, s, 1000);
      o[1] = px_dp4a (s, u, 1000);
      o[2] = px_dp4a (u, u, 1000u);
      o[3] = px_dp4a (s, s, 1000);
      o[4] = px_dp2a_lo (u, s, 1000);
      o[5] = px_dp2a_lo (s, u, 1000);
      o[6] = px_dp2a_lo (u, u, 1000u);
      o[7] = px_dp2a_lo (s, s, 1000);
      o[8] = px_dp2a_hi (u, s, 1000);
      o[9] = px_dp2a_hi (s, u, 1000);
      o[10] = px_dp2a_hi (u, u, 1000u);
      o[11] = px_dp2a_hi (s, s, 1000);
    }
}

int
main (void)
{
  /* As signed bytes both are -1, 2, -3, 4, the lowest first.  */
  const int bytes[2][4] = { { -1, 2, -3, 4 }, { 255, 2, 253, 4 } };
  const int halves[2][2] = { { 0x2ff, 0x4fd }, { 0x2ff, 0x4fd } };
  const unsigned bits = 0x04fd02ff;
  const int is_unsigned[4][2] = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 0, 0 } };
  int out[DOTS], *d = px_alloc (sizeof out);
  OK (px_launch (px_grid (1, 1), dots, d, bits, (int) bits));
  OK (px_copy (out, d, sizeof out));
  for (int k = 0; k < 4; k++)
    {
      const int *a = bytes[is_unsigned[k][0]], *b = bytes[is_unsigned[k][1]], *h = halves[is_unsigned[k][0]];
      int all = 1000, low = 1000, high = 1000;
      for (int i = 0; i < 4; i++)
	all += a[i] * b[i];
      for (int i = 0; i < 2; i++)
	{
	  low += h[i] * b[i];
	  high += h[i] * b[2 + i];
	}
      CHECK (out[k] == all && out[4 + k] == low && out[8 + k] == high);
    }
  return 0;
}
