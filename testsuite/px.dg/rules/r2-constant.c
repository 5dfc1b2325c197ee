/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* Variables that nothing writes, inside of them.  */
#include <px.h>
#include "../aux/t.h"

struct s { int a[4]; int b; };
__constant int numbers[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
__constant int rows[2][4] = { { 1, 2, 3, 4 }, { 5 } };
__constant struct s both = { { 1, 2, 3, 4 }, 5 };
static const int plain[4] = { 1, 2, 3, 4 };

__kernel __requires (threads (64)) void
f (int *out, int n)
{
  int t = px_id (thread);
  __each (thread, int *p = out + t)
    {
      const int *q = numbers + 8, *r = &rows[0][0];
      int sum = numbers[n] + rows[t & 1][t & 3] + r[t & 7] + both.a[t & 3] + ((const int *) &both)[t % 5] + plain[t & 3];
      for (int i = 1; i <= 8; i++)
	sum += q[-i];
      *p = sum + ((int[4]) { 1, 2, 3, 4 })[t & 3];
    }
}

int
main (void)
{
  static int out[64];
  int *o = t_dev (0, sizeof out);
  LAUNCH (1, 64, f, o, 3);
  t_back (out, o, sizeof out);
  for (int t = 0; t < 64; t++)
    {
      int row = t & 1 ? t & 3 ? 0 : 5 : (t & 3) + 1, all = (t & 7) < 4 ? (t & 7) + 1 : (t & 7) == 4 ? 5 : 0;
      if (out[t] != 3 + row + all + (t & 3) + 1 + t % 5 + 1 + (t & 3) + 1 + 28 + (t & 3) + 1)
	return 1;
    }
  return 0;
}
