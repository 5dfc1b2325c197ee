/* SPDX-License-Identifier: MIT */
#include "calls-named.h"

#define TURN(n) \
  { \
    int t __perspective (thread, 1) = px_id (thread); \
    int x __perspective (thread, 1) = v[n - 1 - t]; \
    __partition (thread, 1, int *w = v + t) \
      *w = x; \
  }

__device __requires (thread (64), barriers (1)) void
turn64 (int *v)
TURN (64)

/* All 128 are in the right place when the halves are turned again: by groups of its own, and
   again and back by another function.  */
__device __requires (thread (128), barriers (5)) void
turn128 (int *v)
{
  TURN (128)
  __partition (thread, 64, int *half = v + 64 * px_id (thread, 64))
    __group (thread, 64)
      {
	int t __perspective (thread, 1) = px_id (thread);
	int x __perspective (thread, 1) = half[63 - t];
	__partition (thread, 1, int *w = half + t)
	  *w = x;
	turn64 (half);
      }
}

__device __requires (block (1), threads (384), barriers (6)) void
turn_block (int *v)
{
  __partition (thread, 64, int *part = v + 64 * px_id (thread, 64))
    __group (thread, 64)
      turn64 (part);
}
