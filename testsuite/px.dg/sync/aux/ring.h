/* SPDX-License-Identifier: MIT */
/* Kernels that hash n rows of P numbers, which come to one warp by a ring: how PRODUCER and
   CONSUMER count, with a counter s if they like, is theirs.  RUN compares with C's.  */
#include "../../aux/t.h"

#ifndef SLOTS
# define SLOTS 3
#endif
enum { S = SLOTS, P = 64, C = 32, TILE = 16 };

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
		    int t __perspective (thread, 1) = px_id (thread), s = 0; \
		    (void) s; \
		    producer \
		  } \
		__case (C) \
		  { \
		    int t __perspective (thread, 1) = px_id (thread), s = 0; \
		    int sum __perspective (thread, 1) = 0; \
		    (void) s; \
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

static inline void
start (void)
{
  for (int i = 0; i < N * P; i++)
    in[i] = t_random () % 100;
  d = t_dev (in, sizeof in);
}
