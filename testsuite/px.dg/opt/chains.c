/* SPDX-License-Identifier: MIT */
/* Addresses are chains of multiplications and additions (ptx/fix/chains.c), and give the same where
   indices are negative, near 2^31 and 2^32, and far from each other.  */
/* { dg-do run } */
/* { dg-final { scan-ptx {mul\.wide\.u32 [^,]*, [^,]*, 132;} } } */
#include "../aux/t.h"

enum { N = 64, ROW = 33 };

__kernel __requires (grid (1), block (1), threads (N)) void
f (const int *a, int *out, int x, int y, unsigned u, int w)
{
  __partition (block, 1, int *mine = out + px_id (block) * N)
  __group (block, 1)
    {
      __shared int tile[N / 8][ROW];
      int t __perspective (thread, 1) = px_id (thread);
      const int *row = a + x * w + y;
      __partition (thread, 1, int *q = &tile[t / 8][t % 8])
	__group (thread, 1) *q = row[t / 8 * w + t % 8];
      __partition (thread, 1, int *o = mine + t)
	__group (thread, 1)
	  {
	    /* U + 2 and U + 3 are 0 and 1.  */
	    int s = tile[t % 8][t / 8] + 10 * (a + y)[u + 2 + t] + 100 * (a + y)[t + (u + 3)];
	    for (int i = t; i < N; i += w)
	      s += row[i] + 3 * row[i + 3 * w];
	    *o = s;
	  }
    }
}

int
main (void)
{
  enum { ALL = 1 << 16, MIDDLE = ALL / 2 };
  int *a = NEW (int, ALL), *out = NEW (int, N);
  for (int k = 0; k < ALL; k++)
    a[k] = k * 7 % 1013;
  static const int xs[] = { 0, 3, -5, 1 << 10 }, ys[] = { 0, 100, -77, -(1 << 13) }, ws[] = { 8, 13, 16, 8 };
  for (int c = 0; c < 4; c++)
    {
      int x = xs[c], y = ys[c], w = ws[c];
      const int *m = a + MIDDLE, *row = m + x * w + y;
      LAUNCH (1, N, f, m, out, x, y, 0xfffffffeu, w);
      for (int t = 0; t < N; t++)
	{
	  int s = row[t % 8 * w + t / 8] + 10 * m[y + t] + 100 * m[y + t + 1];
	  for (int i = t; i < N; i += w)
	    s += row[i] + 3 * row[i + 3 * w];
	  CHECK (out[t] == s);
	}
    }
  return 0;
}
