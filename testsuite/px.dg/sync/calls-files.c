/* SPDX-License-Identifier: MIT */
/* Functions of another file: what they get may be read at any place, and written unless it
   is const; so may variables that both files name, not those of one.  */
/* { dg-do run } */
/* { dg-additional-sources "aux/calls-callees.c" } */
#include "../aux/t.h"

#define T 64
__device __requires (block (1), threads (T)) void put (int *p __perspective (block, 1), int v __perspective (thread, 1));
__device __requires (block (1), threads (T)) int __perspective (thread, 1)
look (const int *p __perspective (block, 1), int i __perspective (thread, 1));
__device __requires (block (1), threads (T)) int __perspective (thread, 1) step ();
extern __device int both[T];
static __device int mine[T];

__kernel __requires (grid (1), block (1), threads (T), smem (4 * 3 * T)) void
k (int *out __perspective (grid, 1))
{
  __partition (block, 1, int *o = out + px_id (block) * T)
    __group (block, 1)
      {
	__shared int a[T], b[T], c[T];
	int t __perspective (thread, 1) = px_id (thread);
	put (a, t);
	put (b, 2 * t);
	__partition (thread, 1, int *w = c + t)
	  __group (thread, 1)
	    *w = t;
	/* 1: of the writes, for all that reads.  */
	int x __perspective (thread, 1) = look (a, t ^ 40) + look (b, t) + look (a, 3);
	x += c[t];
	/* 2: of the reads.  */
	put (a, x);
	__partition (thread, 1, int *w = o + t)
	  __group (thread, 1)
	    *w = x;
      }
}

/* One before step, which reads BOTH, one behind it.  */
__kernel __requires (grid (1), block (1), threads (T)) void
v (int *out __perspective (grid, 1))
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *w = both + t)
    *w = t;
  __partition (thread, 1, int *w = mine + t)
    *w = t;
  int x __perspective (thread, 1) = step () + mine[t];
  __partition (thread, 1, int *w = both + t)
    *w = 1;
  __partition (thread, 1, int *w = out + t)
    *w = x;
}

int
main (void)
{
  int out[T];
  int *d = t_dev (0, sizeof out);
  LAUNCH (1, T, k, d);
  OK (px_copy (out, d, sizeof out));
  for (int t = 0; t < T; t++)
    CHECK (out[t] == (t ^ 40) + 2 * t + 3 + t);
  LAUNCH (1, T, v, d);
  OK (px_copy (out, d, sizeof out));
  for (int t = 0; t < T; t++)
    CHECK (out[t] == (t ^ 33) + t);
  return 0;
}
/* { dg-final { scan-ptx-times {bar\.sync 0;} 4 } } */
