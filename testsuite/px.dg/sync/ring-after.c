/* SPDX-License-Identifier: MIT */
/* A ring's slots are read once it is done, by those who drained it, and by all: only then there
   is a barrier, as not all have waited until they were full.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-final { scan-ptx-times {bar\.sync 0} 5 } } */
#include "../aux/t.h"

enum { S = 2, C = 64, N = 64, T = 2 * C };

#define KERNEL(name, after)										\
__kernel __requires (grid (1), block (1), threads (T), smem (4 * S * N)) void				\
name (const int *in, int *out)									\
{												\
  int b __perspective (block, 1) = px_id (block), t __perspective (thread, 1);			\
  __partition (block, 1, int *o = out + b * T)							\
    __group (block, 1)										\
      {												\
	t = px_id (thread);									\
	__shared __slots (S) int x[S][N];							\
	int sum __perspective (thread, 1) = 0;							\
	__split (thread)									\
	  {											\
	    __case (C)										\
	      {											\
		int u __perspective (thread, 1) = px_id (thread);				\
		for (int i = 0; i < S; i++)							\
		  __group (thread, 1)								\
		    sum = sum * 3 + x[i % S][N - 1 - u];					\
	      }											\
	    __case (C)										\
	      for (int i = 0; i < S; i++)							\
		FILL (i);									\
	  }											\
	after											\
      }												\
}
#define ALL									\
  __partition (thread, 1, int *q = o + t)					\
    __group (thread, 1) *q = sum + x[1][N - 1 - t % N];
#define THEY									\
  __claim (thread, C, int *mine = o)						\
    __split (thread)								\
      {										\
	__case (C)								\
	  __partition (thread, 1, int *q = mine + t)				\
	    __group (thread, 1) *q = sum + x[1][N - 1 - t];				\
      }
#define FILL(i)									\
  __partition (thread, 1, int *w = x[i % S] + t - C)				\
    __group (thread, 1) *w = in[i * N + t - C]
KERNEL (all, ALL)
KERNEL (they, THEY)
#undef FILL
#define FILL(i) __async (int *w = x[i % S]) px_bulk_load (w, in + i * N, 4 * N)
KERNEL (all_bulk, ALL)

static int in[S * N], *d;

static void
check (int *o, int threads)
{
  int out[T];
  t_back (out, o, sizeof out);
  for (int t = 0; t < threads; t++)
    {
      int sum = t < C ? in[N - 1 - t] * 3 + in[2 * N - 1 - t] : 0;
      CHECK (out[t] == sum + in[2 * N - 1 - t % N]);
    }
}

#define RUN(name, threads) do { int *o = t_dev (0, T * sizeof *o); LAUNCH (1, T, name, d, o); check (o, threads); } while (0)

int
main (void)
{
  for (int i = 0; i < S * N; i++)
    in[i] = t_random () % 100;
  d = t_dev (in, sizeof in);
  RUN (all, T);
  RUN (they, C);
  RUN (all_bulk, T);
  OK (px_free (d));
  return 0;
}
