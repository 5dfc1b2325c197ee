/* SPDX-License-Identifier: MIT */
/* Functions of another file, for a cluster, may reach the shared memory of all its blocks: their
   frames, and what they are passed.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-without=unroll" } */
/* { dg-additional-sources "aux/calls-cluster-callees.c" } */
#include "../aux/t.h"
#include "aux/calls-cluster.h"

/* Of the cluster: one on the loop's back edge, and one at the end.  */
__kernel __requires (grid (1), cluster (C), threads (T), smem (64)) void
frames (const unsigned *in, unsigned *out)
{
  int b __perspective (block, 1) = px_id (block);
  unsigned v __perspective (thread, 1) = in[px_id (thread)];
  __group (block, C)
    for (int k = 0; k < 3; k++)
      {
	unsigned s __perspective (block, 1) = cluster_sum (v + k);
	__group (block, 1)
	  {
	    int t __perspective (thread, 1) = px_id (thread);
	    __group (thread, 1)
	      if (t == k)
		px_atomic_add (out + b, s);
	  }
      }
}

/* Two around each call.  */
__kernel __requires (grid (1), cluster (C), threads (T), smem (64)) void
passed (unsigned *out)
{
  int b __perspective (block, 1) = px_id (block);
  __group (block, C)
    {
      __shared unsigned x;
      for (int k = 1; k < 4; k++)
	{
	  __group (block, 1)
	    {
	      int t __perspective (thread, 1) = px_id (thread);
	      __partition (thread, 1, unsigned *p = &x + t)
		__group (thread, 1)
		  if (t == 0)
		    *p = b * k;
	    }
	  unsigned y __perspective (block, 1) = next_block (&x);
	  __group (block, 1)
	    {
	      int t __perspective (thread, 1) = px_id (thread);
	      __group (thread, 1)
		if (t == 0)
		  px_atomic_add (out + b, y);
	    }
	}
    }
}

int
main (void)
{
  enum { B = 2 * C };
  static unsigned in[B * T], out[B];
  for (int i = 0; i < B * T; i++)
    in[i] = t_random () % 100;
  unsigned *d = t_dev (in, sizeof in), *e = t_dev (out, sizeof out);
  LAUNCH (B, T, frames, d, e);
  OK (px_copy (out, e, sizeof out));
  for (int b = 0; b < B; b++)
    {
      unsigned s = 0;
      for (int i = 0; i < C * T; i++)
	s += in[b / C * C * T + i];
      CHECK (out[b] == 3 * s + 3 * C * T);
    }
  OK (px_memset (e, 0, sizeof out));
  LAUNCH (B, T, passed, e);
  t_back (out, e, sizeof out);
  OK (px_free (d));
  for (int b = 0; b < B; b++)
    CHECK (out[b] == 6u * (b / C * C + (b + 1) % C));
  return 0;
}
/* One in cluster_sum.  */
/* { dg-final { scan-ptx-times {barrier\.cluster\.arrive} 6 } } */
