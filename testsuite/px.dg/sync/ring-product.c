/* SPDX-License-Identifier: MIT */
/* Numbers that loops around carry on as products: t * n + i, where the inner loop takes n turns, of
   whatever n is.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { S = 3, N = 64, MOST = 7, TILES = 4 };

#define KERNEL(NAME, FILLED, FILL, DRAINED, DRAIN) \
__kernel __requires (grid (1), block (1), threads (2 * N), smem (4 * N * S)) void \
NAME (const int *in, int *out, int n, int tiles) \
{ \
  __partition (block, 1, int *o = out + px_id (block) * N) \
    __group (block, 1) \
      { \
	__shared __slots (S) int x[S][N]; \
	__claim (thread, N, int *mine = o) \
	  __split (thread) \
	    { \
	      __case (N) \
		{ \
		  int u __perspective (thread, 1) = px_id (thread), c = 0; \
		  FILLED \
		    { \
		      __partition (thread, 1, int *w = x[(FILL) % S] + u) \
			__group (thread, 1) \
			  *w = in[c % MOST * N + u]; \
		      c++; \
		    } \
		} \
	      __case (N) \
		{ \
		  int u __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0; \
		  DRAINED \
		    __group (thread, 1) \
		      sum = 3 * sum + x[(DRAIN) % S][N - 1 - u]; \
		  __partition (thread, 1, int *w = mine + u) \
		    __group (thread, 1) \
		      *w = sum; \
		} \
	    } \
      } \
}
#define TWICE for (int t = 0; t < tiles; t++) for (int i = 0; i < n; i++)
KERNEL (two, TWICE, t * n + i, TWICE, t * n + i)
#define MORE for (int t = 0; t < tiles; t++) for (int i = 0; i < n + 2; i++)
KERNEL (more, MORE, t * (n + 2) + i, MORE, t * (n + 2) + i)
#define SECOND for (int t = 1; t <= tiles; t++) for (int i = 1; i < n; i++)
KERNEL (second, SECOND, (t - 1) * (n - 1) + i - 1, SECOND, (n - 1) * (t - 1) + i - 1)
#define THRICE for (int t = 0; t < tiles; t++) for (int j = 0; j < n; j++) for (int i = 0; i < tiles; i++)
KERNEL (three, THRICE, (t * n + j) * tiles + i, THRICE, t * n * tiles + j * tiles + i)
KERNEL (without_sign, TWICE, (unsigned) t * (unsigned) n + (unsigned) i, TWICE, t * n + i)
#define CARRIED for (int t = 0, s = 0; t < tiles; t++) for (int i = 0; i < n; i++, s = s == S - 1 ? 0 : s + 1)
KERNEL (other, CARRIED, s, TWICE, t * n + i)
#define TURNED for (int t = 0; t < n; t++) for (int i = 0; i < tiles; i++)
KERNEL (turned, TURNED, t * tiles + i, TWICE, t * n + i)
#define PAIRS for (int t = 0; t < tiles; t++) for (int i = 0; i < n; i++) for (int h = 0; h < 2; h++)
KERNEL (pairs, PAIRS, 2 * (t * n + i) + h, PAIRS, (t * n + i) * 2 + h)

static int in[MOST * N];

#define TRY(NAME, LOOPS) \
  { \
    int *d = t_dev (in, sizeof in), *o = t_dev (0, 4 * N), out[N], uses = 0; \
    LAUNCH (1, 2 * N, NAME, d, o, n, tiles); \
    t_back (out, o, sizeof out); \
    LOOPS \
      uses++; \
    for (int u = 0; u < N; u++) \
      { \
	unsigned sum = 0; \
	for (int i = 0; i < uses; i++) \
	  sum = 3 * sum + in[i % MOST * N + N - 1 - u]; \
	CHECK (out[u] == (int) sum); \
      } \
  }

int
main (void)
{
  for (int i = 0; i < MOST * N; i++)
    in[i] = i * 31 % 1009;
  for (int n = -3; n <= MOST; n++)
    for (int tiles = 0; tiles < TILES; tiles++)
      {
	TRY (two, TWICE)
	TRY (more, MORE)
	TRY (second, SECOND)
	TRY (three, THRICE)
	TRY (without_sign, TWICE)
	TRY (other, TWICE)
	TRY (turned, TURNED)
	TRY (pairs, PAIRS)
      }
  return 0;
}
