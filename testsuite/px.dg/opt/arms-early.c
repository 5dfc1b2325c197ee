/* SPDX-License-Identifier: MIT */
/* What the second of two conditions needs is computed before the first one's branch, and the constant
   of the other way, too (ptx/fix/arms.c): at each edge of a field the value is 0.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { N = 20, ALL = N * N };

__kernel __requires (grid (1)) void
f (const int *restrict a, int *restrict out, int n, int step)
{
  EACH_THREAD (t)
    {
      int s = 0;
      for (int k = 0; k < 3; k++)
	{
	  int y = t / n + k * step - step, x = t % n - k;
	  int v = y >= 0 && y < n && x >= 0 && x < n ? a[y * n + x] : 0;
	  int last = v;
	  if (x > 2 && (y * 3 + x) % 4 < 3)
	    last = a[x] + v;
	  s = 3 * s + v + last;
	}
      out[t] = s;
    }
}

int
main (void)
{
  int *a = NEW (int, ALL), *out = NEW (int, ALL);
  for (int i = 0; i < ALL; i++)
    a[i] = i * i % 97 + 1;
  for (int step = -2; step < 4; step++)
    {
      LAUNCH (ALL / 50, 50, f, a, out, N, step);
      for (int t = 0; t < ALL; t++)
	{
	  int s = 0;
	  for (int k = 0; k < 3; k++)
	    {
	      int y = t / N + k * step - step, x = t % N - k;
	      int v = y >= 0 && y < N && x >= 0 && x < N ? a[y * N + x] : 0, last = v;
	      if (x > 2 && (y * 3 + x) % 4 < 3)
		last = a[x] + v;
	      s = 3 * s + v + last;
	    }
	  CHECK (out[t] == s);
	}
    }
  return 0;
}
