/* SPDX-License-Identifier: MIT */
/* What __unsafe accesses is ordered against checked code, before it and after
   it; inside, and between two of them, its author sees to it: all of it, where
   a barrier is written by hand.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync} 5 } } */
#include "../aux/t.h"

enum { T = 128 };

__kernel __requires (grid (1), block (1), threads (T)) void
f (int *out)
{
  __group (block, 1)
    {
      __shared int x[T], y[T];
      int t __perspective (thread, 1) = px_id (thread);
      __partition (thread, 1, int *w = x + t)
	__group (thread, 1) *w = t;
      /* 1: x is read.  */
      __unsafe
	{
	  int a __perspective (thread, 1) = x[T - 1 - t];
	  y[t] = a;
	}
      __unsafe { y[t] += 1; }
      /* 2: x and y are read.  */
      int v __perspective (thread, 1) = x[t ^ 64] + y[(t + 33) % T];
      /* 3: y is written.  */
      __group (thread, 1)
	__unsafe { y[T - 1 - t] = v; }
      __group (thread, 1)
	__unsafe { out[T - 1 - t] = y[T - 1 - t]; }
    }
}

__kernel __requires (grid (1), block (1), threads (T)) void
g (int *out)
{
  __group (block, 1)
    {
      __shared int x[T];
      int t __perspective (thread, 1) = px_id (thread);
      __partition (thread, 1, int *w = x + t)
	__group (thread, 1) *w = t;
      /* 4 and 5.  */
      __unsafe { __asm volatile ("bar.sync 0;" ::: "memory"); }
      int v __perspective (thread, 1);
      __unsafe { v = x[T - 1 - t]; }
      __unsafe { __asm volatile ("bar.sync 0;" ::: "memory"); }
      __group (thread, 1)
	__unsafe { x[t] = v; out[t] = x[t]; }
    }
}

int
main (void)
{
  static int out[T], y[T];
  int *d = t_dev (0, sizeof out);
  LAUNCH (1, T, g, d);
  OK (px_copy (out, d, sizeof out));
  for (int t = 0; t < T; t++)
    CHECK (out[t] == T - 1 - t);
  LAUNCH (1, T, f, d);
  t_back (out, d, sizeof out);
  for (int t = 0; t < T; t++)
    y[t] = T - 1 - t;
  for (int t = 0; t < T; t++)
    CHECK (out[T - 1 - t] == (t ^ 64) + y[(t + 33) % T] + 1);
  return 0;
}
