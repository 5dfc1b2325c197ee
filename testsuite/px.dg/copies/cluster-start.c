/* SPDX-License-Identifier: MIT */
/* Nobody reaches the shared memory of a block that may not have started: where nothing that was
   written before is exchanged, a barrier of the cluster stands before the first access, too.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {barrier\.cluster\.arrive} 4 } } */
#include "../aux/t.h"

enum { C = 4, T = 64 };

/* Two: at the start, and before what another block has stored is read.  */
__kernel __requires (grid (1), cluster (C), threads (T), smem (64)) void
first_write (const int *in, int *out)
{
  int b __perspective (block, 1) = px_id (block), i __perspective (thread, 1) = px_id (thread);
  __group (block, C)
    {
      __shared int x;
      int rank __perspective (block, 1) = px_id (block);
      __group (block, 1)
	{
	  int t __perspective (thread, 1) = px_id (thread);
	  int s __perspective (thread, 1) = px_reduce_add (in[i]);
	  __group (thread, 1)
	    if (t == 0)
	      px_atomic_store (px_map_shared (&x, (rank + 1) % C), s);
	}
      __group (block, 1)
	{
	  int t __perspective (thread, 1) = px_id (thread);
	  __group (thread, 1)
	    if (t == 0)
	      px_atomic_exchange (out + b, x);
	}
    }
}

/* Two: the one behind the write, by which all have started, and one at the end.  */
__kernel __requires (grid (1), cluster (C), threads (T), smem (64)) void
written (int *out)
{
  int b __perspective (block, 1) = px_id (block);
  __group (block, C)
    {
      __shared int x;
      int rank __perspective (block, 1) = px_id (block);
      __group (block, 1)
	{
	  int t __perspective (thread, 1) = px_id (thread);
	  __partition (thread, 1, int *p = &x + t)
	    __group (thread, 1)
	      if (t == 0)
		*p = b;
	}
      int next __perspective (block, 1) = *px_map_shared (&x, (rank + 1) % C);
      __group (thread, 1)
	px_atomic_max (out + b, next);
    }
}

int
main (void)
{
  enum { B = 2 * C };
  static int in[B * T], out[B];
  for (int i = 0; i < B * T; i++)
    in[i] = t_random () % 100;
  int *d = t_dev (in, sizeof in), *e = t_dev (0, sizeof out);
  LAUNCH (B, T, first_write, d, e);
  OK (px_copy (out, e, sizeof out));
  for (int b = 0; b < B; b++)
    {
      int s = 0, from = b / C * C + (b + C - 1) % C;
      for (int i = 0; i < 32; i++)
	s += in[from * T + i];
      CHECK (out[b] == s);
    }
  OK (px_memset (e, 0, sizeof out));
  LAUNCH (B, T, written, e);
  t_back (out, e, sizeof out);
  OK (px_free (d));
  for (int b = 0; b < B; b++)
    CHECK (out[b] == b / C * C + (b + 1) % C);
  return 0;
}
