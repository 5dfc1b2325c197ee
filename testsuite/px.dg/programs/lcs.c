/* SPDX-License-Identifier: MIT */
/* Length of the longest common subsequence, by anti-diagonals: three of them in turn, one
   barrier a diagonal.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync 0;} 2 } } */
#include "../aux/t.h"

enum { T = 128 };

__kernel __requires (grid (1), block (1), threads (T), smem (3 * (T + 1) * 4 + 16))
__where (0 <= n, n <= T) void
lcs (const char *a, const char *b, int n, int *len)
{
  __claim (block, 1, int *l = len)
    __split (block)
      __case (1)
	{
	  __shared int d[3][T + 1];
	  int t __perspective (thread, 1) = px_id (thread);
	  for (int k = 0; k < 3; k++)
	    __partition (thread, 1, int *w = d[k] + t)
	      *w = 0;
	  __claim (thread, 1, int *w = &d[0][0])
	    __split (thread)
	      __case (1)
		w[T] = w[2 * T + 1] = w[3 * T + 2] = 0;
	  /* d[s % 3][i]: the length of a's first i and b's first s - i.  */
	  for (int s = 2; s <= 2 * n; s++)
	    {
	      int i __perspective (thread, 1) = t + 1, j __perspective (thread, 1) = s - i;
	      int v __perspective (thread, 1) = 0;
	      __group (thread, 1)
		if (i <= n && j >= 1 && j <= n)
		  {
		    int up = d[(s - 1) % 3][i - 1], left = d[(s - 1) % 3][i];
		    v = a[i - 1] == b[j - 1] ? d[(s - 2) % 3][i - 1] + 1 : up > left ? up : left;
		  }
	      __partition (thread, 1, int *w = d[s % 3] + t + 1)
		*w = v;
	    }
	  __claim (thread, 1, int *w = l)
	    __split (thread) __case (1) *w = d[2 * n % 3][n];
	}
}

int
main (void)
{
  enum { N = 100 };
  static char a[N], b[N];
  static int m[N + 1][N + 1];
  int length;
  for (int i = 0; i < N; i++)
    {
      a[i] = "abcd"[t_random () % 4];
      b[i] = "abcd"[t_random () % 4];
    }
  char *da = t_dev (a, N), *db = t_dev (b, N);
  int *d = t_dev (0, sizeof *d);
  LAUNCH (1, T, lcs, da, db, N, d);
  t_back (&length, d, sizeof length);
  for (int i = 1; i <= N; i++)
    for (int j = 1; j <= N; j++)
      {
	int most = m[i - 1][j] > m[i][j - 1] ? m[i - 1][j] : m[i][j - 1];
	m[i][j] = a[i - 1] == b[j - 1] ? m[i - 1][j - 1] + 1 : most;
      }
  CHECK (length == m[N][N]);
  OK (px_free (da));
  OK (px_free (db));
  return 0;
}
