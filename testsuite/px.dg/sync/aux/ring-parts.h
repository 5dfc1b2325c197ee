/* SPDX-License-Identifier: MIT */
/* Kernels that hash rows of P numbers, which come to two warps by one ring: of each turn the first N rows go to
   the one, N more to the other.  How the branches count is theirs.  RUN compares with C's.  */
#include "../../aux/t.h"

#ifndef SLOTS
# define SLOTS 3
#endif
enum { S = SLOTS, P = 32 };

#define CONSUMER(w, consumer) \
  { \
    int t __perspective (thread, 1) = px_id (thread); \
    unsigned sum __perspective (thread, 1) = 0; \
    enum { W = w }; \
    consumer \
    __partition (thread, 1, unsigned *q = mine##w + t) \
      __group (thread, 1) *q = sum; \
  }
/* X: the ring's array.  */
#define KERNEL(name, producer, first, second) \
  __kernel __requires (grid (1), block (1), threads (3 * P), smem (4 * S * P)) void \
  name (const int *in, unsigned *out0, unsigned *out1, int turns, int n, int m) \
  { \
    int b __perspective (block, 1) = px_id (block); \
    __partition (block, 1, unsigned *o0 = out0 + b * P, *o1 = out1 + b * P) \
      __group (block, 1) \
	{ \
	  __shared __slots (S) int x[S][P]; \
	  __claim (thread, P, unsigned *mine0 = o0) __claim (thread, P, unsigned *mine1 = o1) \
	    __split (thread) \
	      { \
		__case (P) CONSUMER (0, first) \
		__case (P) CONSUMER (1, second) \
		__case (P) \
		  { \
		    int t __perspective (thread, 1) = px_id (thread); \
		    producer \
		  } \
	      } \
	} \
  }
#define FILL(slot, i) \
  __partition (thread, 1, int *w = x[slot] + t) \
    __group (thread, 1) *w = in[(i) * P + t]
#define USE(slot) __group (thread, 1) sum = sum * 3 + x[slot][P - 1 - t]
#define EACH for (int q = 0; q < turns; q++)

enum { MOST = 7 * 2 * 8 };
static int in[MOST * P], *d;

/* Of TURNS turns each has N rows for the first warp and M for the second.  */
static void
check (unsigned *o, int turns, int n, int m)
{
  static unsigned out[2 * P];
  t_back (out, o, sizeof out);
  for (int w = 0; w < 2; w++)
    for (int t = 0; t < P; t++)
      {
	unsigned sum = 0;
	for (int q = 0, i = 0; q < turns; q++)
	  for (int j = 0; j < n + m; j++, i++)
	    if ((j >= n) == w)
	      sum = sum * 3 + in[i * P + P - 1 - t];
	CHECK (out[w * P + t] == sum);
      }
}

#define RUN(name, turns, n, m) \
  do { unsigned *o = t_dev (0, 2 * P * sizeof *o); LAUNCH (1, 3 * P, name, d, o, o + P, turns, n, m); \
       check (o, turns, n, m); } while (0)

static inline void
start (void)
{
  for (int i = 0; i < MOST * P; i++)
    in[i] = t_random () % 100;
  d = t_dev (in, sizeof in);
}
