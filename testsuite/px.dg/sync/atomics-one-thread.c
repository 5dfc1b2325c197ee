/* SPDX-License-Identifier: MIT */
/* Atomics of one thread, turn after turn, are in order without a barrier, though other blocks use the same counter.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync|barrier\.sync|bar\.warp\.sync} 1 } } */
#include "../aux/t.h"

enum { T = 64, N = 10, BLOCKS = 3 };

/* Thread 0 takes what is left: no barrier.  */
__kernel __requires (block (1), threads (T)) void
one (unsigned *next, int *out, int n)
{
  __group (block, 1)
    for (int i = 0; i < n; i++)
      {
	unsigned own __perspective (thread, 1) = 0;
	__split (thread)
	  __case (1) own = px_atomic_add (next, 1u);
	__group (thread, 1)
	  if (own)
	    px_atomic_max (out, (int) own);
      }
}

/* In each turn another thread: a barrier.  */
__kernel __requires (block (1), threads (T)) void
others (unsigned *next, int *out, int n)
{
  int t __perspective (thread, 1) = px_id (thread);
  __group (block, 1)
    for (int i = 0; i < n; i++)
      {
	unsigned own __perspective (thread, 1) = 0;
	__group (thread, 1)
	  if (t == 7 * i)
	    own = px_atomic_exchange (next, i + 1u);
	__group (thread, 1)
	  if (own)
	    px_atomic_add (out, own == (unsigned) i);
      }
}

int
main (void)
{
  unsigned *next = NEW (unsigned, 1);
  int *out = NEW (int, 1);
  LAUNCH (BLOCKS, T, one, next, out, N);
  CHECK (*next == BLOCKS * N && *out == BLOCKS * N - 1);
  *next = *out = 0;
  LAUNCH (1, T, others, next, out, N);
  CHECK (*next == N && *out == N - 1);
  return 0;
}
