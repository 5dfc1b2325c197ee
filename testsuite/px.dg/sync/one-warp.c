/* SPDX-License-Identifier: MIT */
/* A block of one warp, or of part of one, meets at that warp's barrier (f, g); one of two
   warps, and one whose size the launch chooses, at the block's (h, u).  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-race=none" } */
/* { dg-final { scan-ptx-times {bar\.warp\.sync} 2 } } */
/* { dg-final { scan-ptx-times {bar\.sync 0;} 2 } } */
#include "../aux/t.h"

#define REVERSE(NAME, T, SIZE)									\
__kernel __requires (grid (1), block (1), SIZE, smem (4 * T)) void				\
NAME (const int *in, int *out)									\
{												\
  int b __perspective (block, 1) = px_id (block);						\
  __partition (block, 1, int *o = out + b * T)							\
    __group (block, 1)										\
      {												\
	__shared int x[T];									\
	int t __perspective (thread, 1) = px_id (thread);					\
	__partition (thread, 1, int *w = x + t % T)						\
	  __group (thread, 1)									\
	    *w = in[b * T + t];									\
	__partition (thread, 1, int *q = o + t)							\
	  __group (thread, 1)									\
	    *q = x[(T - 1 - t) & (T - 1)];							\
      }												\
}
REVERSE (f, 32, threads (32))
REVERSE (g, 16, threads (16))
REVERSE (h, 64, threads (64))
REVERSE (u, 32, thread (32))

static void
try (px_status (*launch) (int, const int *, int *), int threads)
{
  enum { BLOCKS = 3 };
  static int in[BLOCKS * 64], out[BLOCKS * 64];
  for (int i = 0; i < BLOCKS * threads; i++)
    in[i] = 5 * i + 1;
  int *di = t_dev (in, sizeof in), *d = t_dev (0, sizeof out);
  OK (launch (BLOCKS, di, d));
  OK (px_synchronize ());
  t_back (out, d, sizeof out);
  for (int i = 0; i < BLOCKS * threads; i++)
    CHECK (out[i] == in[i / threads * threads + threads - 1 - i % threads]);
}

static px_status run_f (int n, const int *in, int *out) { return px_launch (px_grid (n, 32), f, in, out); }
static px_status run_g (int n, const int *in, int *out) { return px_launch (px_grid (n, 16), g, in, out); }
static px_status run_h (int n, const int *in, int *out) { return px_launch (px_grid (n, 64), h, in, out); }
static px_status run_u (int n, const int *in, int *out) { return px_launch (px_grid (n, 32), u, in, out); }

int
main (void)
{
  try (run_f, 32);
  try (run_g, 16);
  try (run_h, 64);
  try (run_u, 32);
  return 0;
}
