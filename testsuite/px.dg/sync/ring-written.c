/* SPDX-License-Identifier: MIT */
/* A ring's numbers as users write them: filled ahead by a loop of its own, counted from another
   number on, downwards, in steps of a tile or as nested loops have come; each filled and
   drained as often as there are, be that fewer than slots.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync 0} 12 } } */
#include "../aux/t.h"

enum { S = 3, P = 64, C = 32, TILE = 16 };

#define KERNEL(name, producer, consumer) \
  __kernel __requires (grid (1), block (1), threads (P + C), smem (4 * S * P)) void \
  name (const int *in, int *out, int n, int tiles, int each) \
  { \
    int b __perspective (block, 1) = px_id (block); \
    __partition (block, 1, int *o = out + b * C) \
      __group (block, 1) \
	{ \
	  __shared __slots (S) int x[S][P]; \
	  __claim (thread, C, int *mine = o) \
	    __split (thread) \
	      { \
		__case (P) \
		  { \
		    int t __perspective (thread, 1) = px_id (thread); \
		    producer \
		  } \
		__case (C) \
		  { \
		    int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0; \
		    consumer \
		    __partition (thread, 1, int *q = mine + t) \
		      __group (thread, 1) *q = sum; \
		  } \
	      } \
	} \
  }
#define FILL(slot, i) \
  __partition (thread, 1, int *w = x[slot] + t) \
    __group (thread, 1) *w = in[(i) * P + t]
#define USE(slot) __group (thread, 1) sum = sum * 3 + x[slot][P - 1 - t]
#define EACH for (int i = 0; i < n; i++)

KERNEL (ahead, for (int i = 0; i < S - 1; i++) if (i < n) FILL (i % S, i); EACH if (i + S - 1 < n) FILL ((i + S - 1) % S, i + S - 1);,
	EACH USE (i % S);)
KERNEL (ahead_two, for (int i = 0; i < S && i < n; i++) FILL (i, i); for (int i = S; i < n; i++) FILL (i % S, i);, EACH USE (i % S);)
KERNEL (ahead_all, for (int i = 0; i < S; i++) if (i < n) FILL (i, i); EACH if (i + S < n) FILL (i % S, i + S);, EACH USE (i % S);)
KERNEL (first, EACH FILL (i % S, i);, if (n > 0) USE (0); for (int i = 1; i < n; i++) USE (i % S);)
KERNEL (guarded, EACH FILL (i % S, i);, if (n > 0) EACH USE (i % S);)
KERNEL (longer, for (int i = 0; i < n + S - 1; i++) if (i < n) FILL (i % S, i);, EACH USE (i % S);)
KERNEL (from, for (int i = 1; i <= n; i++) FILL ((i - 1) % S, i - 1);, for (int i = S - 1; i < n + S - 1; i++) USE ((i - (S - 1)) % S);)
KERNEL (down, EACH FILL (i % S, i);, for (int i = n; i > 0; i--) USE ((n - i) % S);)
KERNEL (steps, for (int k = 0; k < n * TILE; k += TILE) FILL (k / TILE % S, k / TILE);, for (int k = 0; k < n * TILE; k += TILE) USE ((k >> 4) % S);)
KERNEL (nested, for (int k = 0; k < tiles; k++) for (int i = 0; i < each; i++) FILL ((k * each + i) % S, k * each + i);,
	for (int k = 0; k < tiles; k++) for (int i = 0; i < each; i++) USE ((i + each * k) % S);)
KERNEL (nested_on, for (int k = 0; k < tiles; k++) for (int i = 0; i < each; i++) FILL ((k * each + i) % S, k * each + i);,
	int s = 0; for (int k = 0; k < tiles; k++) for (int i = 0; i < each; i++) { USE (s % S); s++; })
#undef S
#define S 2
KERNEL (turns, int s = 0; EACH { FILL (s, i); s = 1 - s; }, int s = 0; EACH { USE (s); s ^= 1; })

enum { N = 12 };
static int in[N * P], *d;

static void
check (int *o, int n)
{
  static int out[C];
  t_back (out, o, sizeof out);
  for (int t = 0; t < C; t++)
    {
      int sum = 0;
      for (int i = 0; i < n; i++)
	sum = sum * 3 + in[i * P + P - 1 - t];
      CHECK (out[t] == sum);
    }
}

#define RUN(name, n) do { int *o = t_dev (0, C * sizeof *o); LAUNCH (1, P + C, name, d, o, n, 2, n / 2); check (o, n); } while (0)

int
main (void)
{
  for (int i = 0; i < N * P; i++)
    in[i] = t_random () % 100;
  d = t_dev (in, sizeof in);
  for (int n = 0; n <= N; n += n < 4 ? 1 : 4)
    {
      RUN (ahead, n);
      RUN (ahead_two, n);
      RUN (ahead_all, n);
      RUN (first, n);
      RUN (guarded, n);
      RUN (longer, n);
      RUN (from, n);
      RUN (down, n);
      RUN (steps, n);
      RUN (turns, n);
      RUN (nested, n / 2 * 2);
      RUN (nested_on, n / 2 * 2);
    }
  OK (px_free (d));
  return 0;
}
