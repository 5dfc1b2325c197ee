/* SPDX-License-Identifier: MIT */
/* A pointer that a thread has kept in an array of its own need not lead to the start of the
   object: a thread reads what others wrote, after a barrier.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar(rier)?\.(cta\.)?sync} 1 } } */
#include "../aux/t.h"

#define T 64

__kernel __requires (grid (1), block (1), threads (T), smem (4 * T + 8)) void
kept (int *out, int k)
{
  __partition (block, 1, int *o = out + px_id (block) * T)
    __group (block, 1)
      {
	__shared int x[T + 2];
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *w = x + t)
	  *w = t;
	__partition (thread, 1, int *w = o + t)
	  __group (thread, 1)
	    {
	      int *v[2];
	      v[0] = x + 1;
	      v[1] = x + 2;
	      *w = t < T - 2 ? v[k & 1][t] : -1;
	    }
      }
}

/* The start, by whichever element: a thread reads only what it wrote itself.  */
__kernel __requires (grid (1), block (1), threads (T), smem (4 * T)) void
start (int *out, int k)
{
  __partition (block, 1, int *o = out + px_id (block) * T)
    __group (block, 1)
      {
	__shared int x[T];
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *w = x + t)
	  *w = t;
	__partition (thread, 1, int *w = o + t)
	  __group (thread, 1)
	    {
	      int *v[2];
	      v[0] = x;
	      v[1] = x;
	      *w = v[k & 1][t];
	    }
      }
}

int
main (void)
{
  static int out[T];
  for (int k = 0; k < 2; k++)
    {
      int *o = t_dev (0, sizeof out);
      LAUNCH (1, T, kept, o, k);
      t_back (out, o, sizeof out);
      for (int t = 0; t < T - 2; t++)
	CHECK (out[t] == t + 1 + k);
      o = t_dev (0, sizeof out);
      LAUNCH (1, T, start, o, k);
      t_back (out, o, sizeof out);
      for (int t = 0; t < T; t++)
	CHECK (out[t] == t);
    }
  return 0;
}
