/* SPDX-License-Identifier: MIT */
/* Threads of a warp and of different blocks that wait for one another.  */
/* { dg-do run } */
#include "../aux/t.h"

__kernel void
f (int *turn, int *order, int n)
{
  EACH_THREAD (i)
    {
      while (__atomic_load_n (turn, __ATOMIC_ACQUIRE) != n - 1 - i)
	;
      order[i] = __atomic_load_n (turn, __ATOMIC_RELAXED);
      __atomic_store_n (turn, n - i, __ATOMIC_RELEASE);
    }
}

int
main (void)
{
  enum { N = 64 };
  int zero = 0, order[N];
  int *d = t_dev (&zero, sizeof zero), *o = t_dev (0, sizeof order);
  LAUNCH (2, 32, f, d, o, N);
  t_back (order, o, sizeof order);
  for (int i = 0; i < N; i++)
    CHECK (order[i] == N - 1 - i);
  return 0;
}
