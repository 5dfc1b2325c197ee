/* SPDX-License-Identifier: MIT */
/* A pointer that a call returns, or that inline PTX stores in a structure, leads to what it was made
   of, but not to the same byte: a thread reads what others wrote, after a barrier.  Without the
   call it reads what it wrote itself.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar(rier)?\.(cta\.)?sync} 2 } } */
#include "../aux/t.h"

#define T 64

__device __requires (thread (1)) static __attribute__ ((noinline)) const int *
further (const int *p, int k)
{
  return p + k;
}

__kernel __requires (grid (1), block (1), threads (T), smem (4 * T + 8)) void
called (int *restrict out, int k)
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
	    *w = t < T - 2 ? further (x, k)[t] : -1;
      }
}

struct two
{
  const int *p;
  long n;
};

__kernel __requires (grid (1), block (1), threads (T), smem (4 * T + 8)) void
inserted (int *restrict out)
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
	      struct two s = { 0, 1 };
	      const int *q = x;
	      __unsafe asm volatile ("add.u64 %0, %1, 4;" : "=r" (s.p) : "r" (q));
	      *w = t < T - 2 ? s.p[t] : -1;
	    }
      }
}

__kernel __requires (grid (1), block (1), threads (T), smem (4 * T + 8)) void
own (int *restrict out)
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
	    *w = x[t];
      }
}

int
main (void)
{
  static int out[T];
  int *o = t_dev (0, sizeof out);
  LAUNCH (1, T, called, o, 2);
  t_back (out, o, sizeof out);
  for (int t = 0; t < T - 2; t++)
    CHECK (out[t] == t + 2);
  o = t_dev (0, sizeof out);
  LAUNCH (1, T, inserted, o);
  t_back (out, o, sizeof out);
  for (int t = 0; t < T - 2; t++)
    CHECK (out[t] == t + 1);
  o = t_dev (0, sizeof out);
  LAUNCH (1, T, own, o);
  t_back (out, o, sizeof out);
  for (int t = 0; t < T; t++)
    CHECK (out[t] == t);
  return 0;
}
