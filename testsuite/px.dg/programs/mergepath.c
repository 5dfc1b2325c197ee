/* SPDX-License-Identifier: MIT */
/* Two sorted arrays are merged: a block has a part of the result, which two searches along the
   diagonals cut out, a thread a part of that.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { T = 64, EACH = 4, TILE = T * EACH };

/* How many of the first DIAGONAL numbers of the result are A's.  */
__device static int
search (const int *a, int na, const int *b, int nb, int diagonal)
{
  int low = diagonal > nb ? diagonal - nb : 0, high = diagonal < na ? diagonal : na;
  while (low < high)
    {
      int middle = (low + high) / 2;
      if (a[middle] <= b[diagonal - 1 - middle])
	low = middle + 1;
      else
	high = middle;
    }
  return low;
}

__kernel __requires (grid (1), block (1), threads (T), smem (TILE * 4 + 16)) void
merge (const int *a, int na, const int *b, int nb, int *out)
{
  int tile __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + tile * TILE)
    __group (block, 1)
      {
	__shared int s[TILE], cut[2];
	int t __perspective (thread, 1) = px_id (thread);
	int from = tile * TILE, to = from + TILE < na + nb ? from + TILE : na + nb;
	__claim (thread, 1, int *p = cut)
	  __split (thread)
	    __case (1)
	      {
		p[0] = search (a, na, b, nb, from);
		p[1] = search (a, na, b, nb, to);
	      }
	int a0 = cut[0], b0 = from - a0, ma = cut[1] - a0, m = to - from;
	for (int k = 0; k < TILE; k += T)
	  __partition (thread, 1, int *p = s + k + t)
	    __group (thread, 1)
	      if (k + t < m)
		*p = k + t < ma ? a[a0 + k + t] : b[b0 + k + t - ma];
	__partition (thread, 1, int *p = o + t * EACH)
	  __group (thread, 1)
	    {
	      int d = t * EACH < m ? t * EACH : m;
	      int i = search (s, ma, s + ma, m - ma, d), j = ma + d - i;
	      for (int k = 0; k < EACH && d + k < m; k++)
		p[k] = j >= m || (i < ma && s[i] <= s[j]) ? s[i++] : s[j++];
	    }
      }
}

static int
compare (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b;
}

int
main (void)
{
  enum { NA = 700, NB = 450, N = NA + NB };
  static int a[N], o[N];
  for (int i = 0; i < N; i++)
    a[i] = t_random () % 1000;
  qsort (a, NA, sizeof *a, compare);
  qsort (a + NA, NB, sizeof *a, compare);
  int *da = t_dev (a, NA * sizeof *a), *db = t_dev (a + NA, NB * sizeof *a), *d = t_dev (0, sizeof o);
  LAUNCH ((N + TILE - 1) / TILE, T, merge, da, NA, db, NB, d);
  t_back (o, d, sizeof o);
  OK (px_free (da));
  OK (px_free (db));
  qsort (a, N, sizeof *a, compare);
  CHECK (!memcmp (a, o, sizeof a));
  return 0;
}
