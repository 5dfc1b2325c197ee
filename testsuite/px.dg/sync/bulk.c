/* SPDX-License-Identifier: MIT */
/* A tile comes by a bulk copy, is turned around by its threads, and goes by
   another: waits for both, and a fence between the threads' stores and the copy
   that reads them.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-final { scan-ptx-times {mbarrier\.expect_tx} 1 } } */
/* { dg-final { scan-ptx-times {fence\.proxy\.async\.shared::cta} 1 } } */
/* { dg-final { scan-ptx-times {cp\.async\.bulk\.commit_group} 1 } } */
/* { dg-final { scan-ptx-times {cp\.async\.bulk\.wait_group\.read 0} 2 } } */
#include "../aux/t.h"

#define T 128

__kernel __requires (grid (1), block (1), threads (T), smem (8 * T)) void
f (const int *in, int *out, int n)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * n * T)
    __group (block, 1)
      {
	__shared int x[T];
	__shared int y[T];
	int t __perspective (thread, 1) = px_id (thread);
	for (int i = 0; i < n; i++)
	  {
	    __async (int *a = x)
	      px_bulk_load (a, in + (b * n + i) * T, 4 * T);
	    __partition (thread, 1, int *q = y + t)
	      __group (thread, 1)
		*q = x[T - 1 - t] + 1;
	    __async (int *to = o)
	      __async (int *from = y)
		px_bulk_store (to + i * T, from, 4 * T);
	  }
      }
}

int
main (void)
{
  enum { B = 3, K = 6 };
  static int in[B * K * T], out[B * K * T];
  for (int i = 0; i < B * K * T; i++)
    in[i] = i * 7 % 1000;
  int *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out);
  LAUNCH (B, T, f, d, o, K);
  t_back (out, o, sizeof out);
  for (int i = 0; i < B * K * T; i++)
    CHECK (out[i] == in[i / T * T + T - 1 - i % T] + 1);
  return 0;
}
