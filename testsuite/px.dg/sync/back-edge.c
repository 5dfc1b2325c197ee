/* SPDX-License-Identifier: MIT */
/* What only an iteration and the next need is on the loop's back edge: there is no barrier before
   the first iteration, or behind the last.  Where the loop's test is at its end, or there are two
   ways out, too; not where what is before the loop, or behind it, needs the barrier.  */
/* { dg-do run } */
#include "../aux/t.h"

#define T 64

/* LOOP takes i turns, each from one row of x to the other; two rows, so that there is one barrier
   for each.  Then each thread takes element t ^ OTHER.  */
#define KERNEL(NAME, LOOP, OTHER)								\
__kernel __requires (grid (1), block (1), threads (T), smem (2 * 4 * T)) void			\
NAME (int *out __perspective (grid, 1), int n __perspective (grid, 1), int m __perspective (grid, 1)) \
{												\
  __partition (block, 1, int *o = out + px_id (block) * T)					\
    __group (block, 1)										\
      {												\
	__shared int x[2 * T];									\
	int t __perspective (thread, 1) = px_id (thread), i __perspective (block, 1) = 0;	\
	LOOP											\
	int last __perspective (block, 1) = i % 2 * T;						\
	__partition (thread, 1, int *w = o + t)							\
	  *w = x[last + (t ^ OTHER)];								\
      }												\
}
#define TURN(FIRST, FROM, TO)									\
  int from __perspective (block, 1) = i % 2 * T, to __perspective (block, 1) = T - from;	\
  int v __perspective (thread, 1) = i || !FIRST ? x[from + (FROM)] : t;				\
  __partition (thread, 1, int *w = x + to + (TO))						\
    *w = v + 1;

KERNEL (test_first, for (; i < n; i++) { TURN (1, t, t ^ 33) }, 33)
KERNEL (test_last, do { TURN (1, t, t ^ 33) } while (++i < n);, 33)
/* Two ways out.  */
KERNEL (test_twice, for (; i < n; i++) { TURN (1, t, t ^ 33) if (i + 1 == m) { i++; break; } }, 33)
/* Others' elements before the loop and behind it.  */
KERNEL (all, __partition (thread, 1, int *w = x + t) *w = t; for (; i < n; i++) { TURN (0, t ^ 33, t) }, 40)

static void
check (int *d, int n, int turned)
{
  int got[T];
  OK (px_copy (got, d, sizeof got));
  for (int t = 0; t < T; t++)
    CHECK (got[t] == (t ^ turned) + n);
}

int
main (void)
{
  int *d = t_dev (0, T * sizeof *d);
  for (int n = 1; n < 5; n++)
    {
      LAUNCH (1, T, test_first, d, n, 0);
      check (d, n, n % 2 ? 0 : 33);
      LAUNCH (1, T, test_last, d, n, 0);
      check (d, n, n % 2 ? 0 : 33);
      LAUNCH (1, T, test_twice, d, 9, n);
      check (d, n, n % 2 ? 0 : 33);
      LAUNCH (1, T, all, d, n, 0);
      check (d, n, 40 ^ (n % 2 ? 33 : 0));
    }
  return 0;
}
/* A branch back, or one that goes on, is beside it.  */
/* { dg-final { scan-ptx-times {bar\.sync 0;\s+bra \$L\d+;|bra \$L\d+;\s+(?:\$L\d+:\s+)?bar\.sync 0;} 3 } } */
/* { dg-final { scan-ptx-times {bar\.sync 0;} 5 } } */
