/* SPDX-License-Identifier: MIT */
/* A called function has a frame in shared memory, with an array that is
   aligned to 128 bytes; two calls in a row use it one after the other.  */
/* { dg-do run } */
#include "../aux/t.h"

#define T 64

__device __requires (block (1), threads (T), smem (4 * T + 112)) __attribute__ ((noinline)) void
turn (int *v __perspective (block, 1), int k __perspective (block, 1))
{
  __shared _Alignas (128) int tile[T];
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *w = tile + t)
    __group (thread, 1)
      *w = v[t];
  __partition (thread, 1, int *w = v + t)
    __group (thread, 1)
      *w = tile[(t + k) % T];
}

__kernel __requires (grid (1), block (1), threads (T), smem (1024)) void
f (int *out)
{
  __group (block, 1)
    {
      __shared int own[T + 3];
      int t __perspective (thread, 1) = px_id (thread);
      __partition (thread, 1, int *w = own + (T - 1 - t))
	__group (thread, 1)
	  *w = T - 1 - t;
      turn (own, 1);
      turn (own, 5);
      for (int i = 0; i < 3; i++)
	turn (own, 10);
      int b __perspective (block, 1) = 0;
      int v __perspective (thread, 1) = own[t ^ 40];
      __group (thread, 1)
	__unsafe { out[t + b] = v; }
    }
}

int
main (void)
{
  static int out[T];
  int *d = t_dev (0, sizeof out);
  LAUNCH (1, T, f, d);
  t_back (out, d, sizeof out);
  for (int i = 0; i < T; i++)
    CHECK (out[i] == ((i ^ 40) + 36) % T);
  return 0;
}
