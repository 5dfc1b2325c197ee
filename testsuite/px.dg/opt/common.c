/* SPDX-License-Identifier: MIT */
/* What the loop and the code after it compute is computed before both (ptx/fix/common.c): once in
   the text, and the results are right, also where the loop is left out.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {mul\.lo\.[us]32 } 1 } } */
#include "../aux/t.h"

enum { N = 64, ROWS = 4 };

__kernel __requires (grid (1), block (1), threads (N)) void
f (const int *a, int *out, int w, int n)
{
  __partition (block, 1, int *mine = out + px_id (block) * N)
  __group (block, 1)
    {
      __shared int tile[N];
      int t __perspective (thread, 1) = px_id (thread), r __perspective (thread, 1) = t / 16;
      int s __perspective (thread, 1) = 0;
      for (int k = 0; k < n; k++)
	{
	  __partition (thread, 1, int *q = tile + t)
	    __group (thread, 1) *q = a[r * w + k];
	  s += tile[(t + 1) % N];
	}
      __partition (thread, 1, int *o = mine + t)
	__group (thread, 1) *o = s + a[r * w];
    }
}

int
main (void)
{
  int *a = NEW (int, 1 << 12), *out = NEW (int, N);
  for (int k = 0; k < 1 << 12; k++)
    a[k] = k * 7 % 1013;
  static const int ws[] = { 8, 0, 13 }, ns[] = { 5, 0, 1, -3 };
  for (int c = 0; c < 12; c++)
    {
      int w = ws[c % 3], n = ns[c % 4];
      LAUNCH (1, N, f, a, out, w, n);
      for (int t = 0; t < N; t++)
	{
	  int s = a[t / 16 * w];
	  for (int k = 0; k < n; k++)
	    s += a[(t + 1) % N / 16 * w + k];
	  CHECK (out[t] == s);
	}
    }
  return 0;
}
