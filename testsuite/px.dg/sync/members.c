/* SPDX-License-Identifier: MIT */
/* Pointers in local structs and arrays, and behind pointers to local variables, lead
   to their objects: no other block meets there, and blocks wait where they must.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-race=none" } */
#include "../aux/t.h"

#define T 64

struct matrix { int *p; int ld; };

__device static inline void
set (struct matrix m, int i, int v)
{
  m.p[i * m.ld] = v;
}

__device static inline int
get (struct matrix m, int i)
{
  return m.p[i * m.ld];
}

__device __attribute__ ((noinline)) void
pick (int *a, int *b, int i)
{
  int *both[2] = { a, b };
  both[i][0] += 1;
  both[1 - i][0] = both[i][0] + 2;
}

__device __attribute__ ((noinline)) void
chase (int *a)
{
  int x = 3;
  int *q = &x, **r = &q;
  **r = 4;
  *r = a;
  a[0] = **r + x;
}

__kernel __requires (grid (1), block (1), threads (T), smem (2 * T * 4)) void
f (int *out)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * T)
    __group (block, 1)
      {
	__shared int tile[2 * T];
	struct matrix in = { tile, 2 };
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *w = tile + 2 * t)
	  __group (thread, 1)
	    {
	      struct matrix m = { w, 2 }, copy;
	      int *c[2] = { w + 1, w };
	      int **p = &c[0];
	      copy = m;
	      set (copy, 0, t);
	      **p = get (m, 0) + 1;
	    }
	__partition (thread, 1, int *w = o + t)
	  __group (thread, 1)
	    {
	      int a = 1, d = 10;
	      pick (&a, &d, t & 1);
	      chase (&a);
	      *w = in.p[(t ^ 33) * in.ld] + in.p[(t ^ 33) * in.ld + 1] + 100 * d + 10000 * a;
	    }
      }
}

int
main (void)
{
  int *out = t_dev (NULL, 2 * T * 4), got[2 * T];
  LAUNCH (2, T, f, out);
  OK (px_copy (got, out, sizeof got));
  for (int i = 0; i < 2 * T; i++) {
    int t = i % T;
    int a = t & 1 ? 13 : 2, d = t & 1 ? 11 : 4;
    a += 4;
    CHECK (got[i] == 2 * (t ^ 33) + 1 + 100 * d + 10000 * a);
  }
  return 0;
}
