/* SPDX-License-Identifier: MIT */
/* What only an iteration and the next need is on the loop's back edge: there is no barrier before
   the first iteration, or behind the last.  Where the loop's test is at its end, or there are two
   ways out, too; not where what is before the loop, or behind it, needs the barrier.  */
/* { dg-do run } */
#include "../aux/t.h"

#define T 64

/* Two rows, so that there is one barrier for each iteration.  */
__kernel __requires (grid (1), block (1), threads (T), smem (2 * 4 * T)) void
test_first (int *out __perspective (grid, 1), int n __perspective (grid, 1))
{
  __partition (block, 1, int *o = out + px_id (block) * T)
    __group (block, 1)
      {
	__shared int x[2 * T];
	int t __perspective (thread, 1) = px_id (thread);
	for (int i = 0; i < n; i++)
	  {
	    int from __perspective (block, 1) = i % 2 * T, to __perspective (block, 1) = T - from;
	    int v __perspective (thread, 1) = i ? x[from + t] : t;
	    __partition (thread, 1, int *w = x + to + (t ^ 33))
	      *w = v + 1;
	  }
	int last __perspective (block, 1) = n % 2 * T;
	__partition (thread, 1, int *w = o + t)
	  *w = x[last + (t ^ 33)];
      }
}

__kernel __requires (grid (1), block (1), threads (T), smem (2 * 4 * T)) void
test_last (int *out __perspective (grid, 1), int n __perspective (grid, 1))
{
  __partition (block, 1, int *o = out + px_id (block) * T)
    __group (block, 1)
      {
	__shared int x[2 * T];
	int t __perspective (thread, 1) = px_id (thread), i __perspective (block, 1) = 0;
	do
	  {
	    int from __perspective (block, 1) = i % 2 * T, to __perspective (block, 1) = T - from;
	    int v __perspective (thread, 1) = i ? x[from + t] : t;
	    __partition (thread, 1, int *w = x + to + (t ^ 33))
	      *w = v + 1;
	  }
	while (++i < n);
	int last __perspective (block, 1) = n % 2 * T;
	__partition (thread, 1, int *w = o + t)
	  *w = x[last + (t ^ 33)];
      }
}

/* Two ways out.  */
__kernel __requires (grid (1), block (1), threads (T), smem (2 * 4 * T)) void
test_twice (int *out __perspective (grid, 1), int n __perspective (grid, 1), int m __perspective (grid, 1))
{
  __partition (block, 1, int *o = out + px_id (block) * T)
    __group (block, 1)
      {
	__shared int x[2 * T];
	int t __perspective (thread, 1) = px_id (thread), i __perspective (block, 1) = 0;
	for (; i < n; i++)
	  {
	    int from __perspective (block, 1) = i % 2 * T, to __perspective (block, 1) = T - from;
	    int v __perspective (thread, 1) = i ? x[from + t] : t;
	    __partition (thread, 1, int *w = x + to + (t ^ 33))
	      *w = v + 1;
	    if (i + 1 == m)
	      {
		i++;
		break;
	      }
	  }
	int last __perspective (block, 1) = i % 2 * T;
	__partition (thread, 1, int *w = o + t)
	  *w = x[last + (t ^ 33)];
      }
}

/* Others' elements before the loop and behind it.  */
__kernel __requires (grid (1), block (1), threads (T), smem (2 * 4 * T)) void
all (int *out __perspective (grid, 1), int n __perspective (grid, 1))
{
  __partition (block, 1, int *o = out + px_id (block) * T)
    __group (block, 1)
      {
	__shared int x[2 * T];
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *w = x + t)
	  *w = t;
	for (int i = 0; i < n; i++)
	  {
	    int from __perspective (block, 1) = i % 2 * T, to __perspective (block, 1) = T - from;
	    int v __perspective (thread, 1) = x[from + (t ^ 33)];
	    __partition (thread, 1, int *w = x + to + t)
	      *w = v + 1;
	  }
	int last __perspective (block, 1) = n % 2 * T;
	__partition (thread, 1, int *w = o + t)
	  *w = x[last + (t ^ 40)];
      }
}

int
main (void)
{
  int got[T];
  int *d = t_dev (0, sizeof got);
  for (int n = 1; n < 5; n++)
    {
      int turned = n % 2 == 0 ? 33 : 0;
      LAUNCH (1, T, test_first, d, n);
      OK (px_copy (got, d, sizeof got));
      for (int t = 0; t < T; t++)
	CHECK (got[t] == (t ^ turned) + n);
      LAUNCH (1, T, test_last, d, n);
      OK (px_copy (got, d, sizeof got));
      for (int t = 0; t < T; t++)
	CHECK (got[t] == (t ^ turned) + n);
      LAUNCH (1, T, test_twice, d, 9, n);
      OK (px_copy (got, d, sizeof got));
      for (int t = 0; t < T; t++)
	CHECK (got[t] == (t ^ turned) + n);
      LAUNCH (1, T, all, d, n);
      OK (px_copy (got, d, sizeof got));
      for (int t = 0; t < T; t++)
	CHECK (got[t] == (t ^ 40 ^ (n % 2 ? 33 : 0)) + n);
    }
  return 0;
}
/* { dg-final { scan-ptx-times {bar\.sync 0;\s+bra \$L\d+;} 3 } } */
/* { dg-final { scan-ptx-times {bar\.sync 0;} 5 } } */
