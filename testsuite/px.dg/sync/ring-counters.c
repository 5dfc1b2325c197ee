/* SPDX-License-Identifier: MIT */
/* How a ring's numbers are counted: by counters that go around, on over an outer loop's
   turns, in a loop with a pragma, in one that each thread runs.  A full and an empty wait each.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync 0} 6 } } */
/* { dg-final { scan-ptx-times {mbarrier\.test_wait\.parity} 12 } } */
#include "../aux/t.h"

enum { S = 3, P = 64, C = 32 };

#define KERNEL(name, producer, consumer) \
  __kernel __requires (grid (1), block (1), threads (P + C), smem (4 * S * P)) void \
  name (const int *in, int *out, int n) \
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

KERNEL (around, EACH { FILL (s, i); if (++s == S) s = 0; }, EACH { USE (s); s = (s + 1) % S; })
KERNEL (around_again, for (int k = 0; k < 3; k++) for (int j = 0; j < n / 3; j++) { FILL (s, k * (n / 3) + j); s = s < S - 1 ? s + 1 : 0; },
	for (int k = 0; k < 3; k++) for (int j = 0; j < n / 3; j++) { USE (s); s = s == S - 1 ? 0 : s + 1; })
KERNEL (one_of_each, EACH { FILL (s, i); s = s >= S - 1 ? 0 : s + 1; }, EACH USE (i % S);)
KERNEL (goes_on, int i = 0; for (int k = 0; k < 3; k++) for (int end = i + n / 3; i < end; i++) FILL (i % S, i);,
	int i = 0; for (int k = 0; k < 3; k++) for (int end = i + n / 3; i < end; i++) USE (i % S);)
KERNEL (pragma, _Pragma ("GCC unroll 2") EACH FILL (i % S, i);, EACH USE (i % S);)
KERNEL (alone, EACH FILL (i % S, i);, __group (thread, 1) { EACH sum = sum * 3 + x[i % S][P - 1 - t]; if (n == 99) sum++; })

enum { N = 12 };
static int in[N * P], *d;

static void
check (int *o)
{
  static int out[C];
  t_back (out, o, sizeof out);
  for (int t = 0; t < C; t++)
    {
      int sum = 0;
      for (int i = 0; i < N; i++)
	sum = sum * 3 + in[i * P + P - 1 - t];
      CHECK (out[t] == sum);
    }
}

#define RUN(name) do { int *o = t_dev (0, C * sizeof *o); LAUNCH (1, P + C, name, d, o, N); check (o); } while (0)

int
main (void)
{
  for (int i = 0; i < N * P; i++)
    in[i] = t_random () % 100;
  d = t_dev (in, sizeof in);
  RUN (around);
  RUN (around_again);
  RUN (one_of_each);
  RUN (goes_on);
  RUN (pragma);
  RUN (alone);
  OK (px_free (d));
  return 0;
}
