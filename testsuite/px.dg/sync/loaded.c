/* SPDX-License-Identifier: MIT */
/* Arrays that are read by other names: a pointer that was stored, and loaded again; one that
   a function gives which was given it, and reads what it leads to.  */
/* { dg-do run } */
#include "../aux/t.h"

#define T 64

__device __requires (block (1)) OPAQUE const int *
row (const int *p, int i)
{
  return p + (p[T - 1] == T - 1 ? i : 1);
}

__kernel __requires (grid (1), block (1), threads (T), smem (4 * T + 16)) void
stored (int *restrict out)
{
  __partition (block, 1, int *o = out + px_id (block) * T)
    __group (block, 1)
      {
	__shared int x[T];
	__shared const int *where[1];
	int t __perspective (thread, 1) = px_id (thread);
	__claim (thread, 1, const int **w = where)
	  __split (thread) { __case (1) *w = x; }
	const int *r = where[0];
	__partition (thread, 1, int *w = x + t)
	  *w = t;
	__partition (thread, 1, int *w = o + t)
	  *w = r[T - 1 - t];
      }
}

__kernel __requires (grid (1), block (1), threads (T), smem (4 * T)) void
given (int *restrict out)
{
  __partition (block, 1, int *o = out + px_id (block) * T)
    __group (block, 1)
      {
	__shared int x[T];
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *w = x + t)
	  *w = t;
	const int *r = row (x, 0);
	__partition (thread, 1, int *w = x + t)
	  *w = 2 * t;
	__partition (thread, 1, int *w = o + t)
	  *w = r[T - 1 - t];
      }
}

struct rows { const int *p; int n; };

__device __requires (block (1)) OPAQUE struct rows
rest (const int *p, int i)
{
  return (struct rows) { p + (p[T - 1] == T - 1 ? i : 1), T - i };
}

__kernel __requires (grid (1), block (1), threads (T), smem (4 * T)) void
given_in_structure (int *restrict out)
{
  __partition (block, 1, int *o = out + px_id (block) * T)
    __group (block, 1)
      {
	__shared int x[T];
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *w = x + t)
	  *w = t;
	struct rows r = rest (x, 0);
	__partition (thread, 1, int *w = x + t)
	  *w = 2 * t;
	__partition (thread, 1, int *w = o + t)
	  *w = r.p[T - 1 - t];
      }
}

int
main (void)
{
  int h[3][T];
  for (int i = 0; i < 3; i++)
    {
      int *d = t_dev (NULL, sizeof h[i]);
      if (i == 2)
	LAUNCH (1, T, given_in_structure, d);
      else if (i)
	LAUNCH (1, T, given, d);
      else
	LAUNCH (1, T, stored, d);
      t_back (h[i], d, sizeof h[i]);
      for (int t = 0; t < T; t++)
	CHECK (h[i][t] == (T - 1 - t) * (i ? 2 : 1));
    }
  return 0;
}
