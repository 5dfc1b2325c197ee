/* SPDX-License-Identifier: MIT */
/* What callees ask for is proved where they are called: by conditions on the way, facts of the
   caller, and what undefined behaviour excludes.  */
/* { dg-do run } */
#include "../aux/t.h"

__device __where (n > 0, n % 4 == 0) static inline int
quarters (int n)
{
  return n / 4;
}

__device OPAQUE __where (d != 0) int over (int a, int d);
__device OPAQUE int
over (int number, int divisor)
{
  return number / divisor;
}

__device __where (0 <= i && i < n) static inline int
element (const int *p, int i, int n)
{
  return p[i];
}

__kernel __requires (grid (1), block (1), threads (32)) __where (n >= 8 && n % 8 == 0) void
f (int n, int m, const int *in, int *out)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = out + t)
    __group (thread, 1)
      {
	int sum = quarters (n) + quarters (8) + over (12, n);
	if (m)
	  sum += over (60, m);
	for (int i = 0; i < n; i++)
	  sum += element (in, i, n);
	for (int i = t; i < n; i += 32)
	  sum += element (in, i, n);
	__unsafe sum += over (1, m | 1);
	*q = sum;
      }
}

int
main (void)
{
  int v[64];
  for (int i = 0; i < 64; i++)
    v[i] = i;
  int *in = t_dev (v, sizeof v), *out = t_dev (NULL, 128);
  LAUNCH (1, 32, f, 64, 6, in, out);
  t_back (v, out, 128);
  for (int t = 0; t < 32; t++)
    CHECK (v[t] == 16 + 2 + 0 + 10 + 63 * 32 + t + t + 32);
  return 0;
}
