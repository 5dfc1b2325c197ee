/* SPDX-License-Identifier: MIT */
/* Local alignment of strings (Smith and Waterman): a block a pair, a thread a row, the last three
   anti-diagonals in shared memory.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { T = 128, MATCH = 3, MISS = -2, GAP = 2 };

#define LARGER(name) static inline int name (int a, int b) { return a > b ? a : b; }
LARGER (host_larger)
__device LARGER (larger)

__kernel __requires (grid (1), block (1), threads (T), smem (3 * (T + 1) * 4 + T * 4 + 16)) void
align (const char *query, int m, const char *ref, int n, int *score)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *result = score + b)
    __group (block, 1)
      {
	__shared int diagonal[3][T + 1], top[T];
	int t __perspective (thread, 1) = px_id (thread), best __perspective (thread, 1) = 0;
	const char *q = query + b * m, *r = ref + b * n;
	for (int d = 0; d < 3; d++)
	  {
	    __partition (thread, 1, int *p = &diagonal[d][t + 1])
	      *p = 0;
	    __claim (thread, 1, int *p = diagonal[d])
	      __split (thread) __case (1) *p = 0;
	  }
	for (int s = 0; s < m + n - 1; s++)
	  {
	    int now = s % 3, last = (s + 2) % 3, before = (s + 1) % 3;
	    int h __perspective (thread, 1) = 0;
	    __group (thread, 1)
	      {
		int c = s - t;
		if (t < m && c >= 0 && c < n)
		  {
		    h = larger (0, diagonal[before][t] + (q[t] == r[c] ? MATCH : MISS));
		    h = larger (h, larger (diagonal[last][t], diagonal[last][t + 1]) - GAP);
		    best = larger (best, h);
		  }
	      }
	    __partition (thread, 1, int *p = &diagonal[now][t + 1])
	      *p = h;
	  }
	__partition (thread, 1, int *p = top + t)
	  *p = best;
	__claim (thread, 1, int *o = result)
	  __split (thread)
	    __case (1)
	      {
		int most = 0;
		for (int i = 0; i < T; i++)
		  most = larger (most, top[i]);
		*o = most;
	      }
      }
}

int
main (void)
{
  enum { B = 3, M = 100, N = 150 };
  static char q[B][M], r[B][N];
  static int out[B];
  for (int i = 0; i < B * M; i++)
    q[i / M][i % M] = "ACGT"[t_random () % 4];
  for (int i = 0; i < B * N; i++)
    r[i / N][i % N] = "ACGT"[t_random () % 4];
  char *dq = t_dev (q, sizeof q), *dr = t_dev (r, sizeof r);
  int *d = t_dev (0, sizeof out);
  LAUNCH (B, T, align, dq, M, dr, N, d);
  t_back (out, d, sizeof out);
  OK (px_free (dq));
  OK (px_free (dr));
  for (int b = 0; b < B; b++)
    {
      static int h[M + 1][N + 1];
      int best = 0;
      for (int i = 1; i <= M; i++)
	for (int j = 1; j <= N; j++)
	  {
	    int v = host_larger (0, h[i - 1][j - 1] + (q[b][i - 1] == r[b][j - 1] ? MATCH : MISS));
	    h[i][j] = host_larger (v, host_larger (h[i - 1][j], h[i][j - 1]) - GAP);
	    best = host_larger (best, h[i][j]);
	  }
      CHECK (out[b] == best);
    }
  return 0;
}
