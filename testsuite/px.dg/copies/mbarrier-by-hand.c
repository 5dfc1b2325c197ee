/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* mbarriers in __unsafe: threads hand numbers around, phase by phase, by each way to
   arrive and to wait.  */
#include "../aux/t.h"

__kernel __requires (grid (1), block (1), threads (64), smem (1024)) void
f (int *out __perspective (grid, 1), int *good, int n)
{
  int blk __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + blk * 64)
    __group (block, 1)
      {
	__shared int x[2][64];
	__shared unsigned long bar[2];
	int t __perspective (thread, 1) = px_id (thread), v __perspective (thread, 1) = t;
	__partition (thread, 64, unsigned long *b = bar)
	  __group (thread, 1)
	    if (t == 0)
	      __unsafe
		{
		  px_mbarrier_init (b, 64);
		  px_mbarrier_init (b + 1, 2);
		}
	__unsafe asm volatile ("bar.sync 0;" ::: "memory");
	__group (thread, 1)
	  for (int i = 0; i < n; i++)
	    __unsafe
	      {
		x[i % 2][t] = v;
		if (i % 3 == 0)
		  {
		    long phase = px_mbarrier_arrive (&bar[0]);
		    while (!px_mbarrier_test (&bar[0], phase));
		  }
		else if (i % 3 == 1)
		  {
		    px_mbarrier_arrive (&bar[0]);
		    while (!px_mbarrier_try_parity (&bar[0], i % 2));
		  }
		else
		  {
		    long phase = px_mbarrier_arrive_expect (&bar[0], 0);
		    if (i & 4)
		      while (!px_mbarrier_try (&bar[0], phase));
		    else
		      while (!px_mbarrier_test_parity (&bar[0], i % 2));
		  }
		v = x[i % 2][(t + 1) % 64] + 1;
	      }
	__partition (thread, 1, int *q = o + t)
	  __group (thread, 1)
	    *q = v;
	__group (thread, 1)
	  if (t == 0)
	    __unsafe
	      {
		/* From the second phase on one arrival is enough; then for bytes, too.  */
		long phase = px_mbarrier_arrive (&bar[1]);
		int ok = !px_mbarrier_test (&bar[1], phase);
		px_mbarrier_arrive_drop (&bar[1]);
		ok += px_mbarrier_test (&bar[1], phase);
		phase = px_mbarrier_arrive (&bar[1]);
		ok += px_mbarrier_test (&bar[1], phase);
		px_mbarrier_expect (&bar[1], 48);
		phase = px_mbarrier_arrive (&bar[1]);
		ok += !px_mbarrier_test (&bar[1], phase);
		asm volatile ("{ .reg .u64 a; cvta.to.shared.u64 a, %0; mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [a], 48; }"
			      :: "r" (&bar[1]) : "memory");
		ok += px_mbarrier_test (&bar[1], phase);
		px_mbarrier_inval (&bar[1]);
		bar[1] = 7;
		px_mbarrier_init (&bar[1], 1);
		phase = px_mbarrier_arrive_expect (&bar[1], 0);
		ok += px_mbarrier_test (&bar[1], phase);
		*good = ok;
	      }
      }
}

int
main (void)
{
  enum { N = 10 };
  int out[64], good, *d = t_dev (0, sizeof out), *g = t_dev (0, sizeof good);
  LAUNCH (1, 64, f, d, g, N);
  t_back (out, d, sizeof out);
  t_back (&good, g, sizeof good);
  CHECK (good == 6);
  for (int i = 0; i < 64; i++)
    if (out[i] != (i + N) % 64 + N)
      {
	printf ("out[%d] = %d\n", i, out[i]);
	return 1;
      }
  return 0;
}
