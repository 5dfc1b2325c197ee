/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* Rows of arrays of arrays: indices that stay in them; pointers to elements that go on to the next row.  */
#include <px.h>
#include "../aux/t.h"

enum { T = 32, C = 8 };
struct table { int n; int m[T][C]; };

/* What COLUMN may be, the callers know.  */
__device __attribute__ ((noinline)) int
element (const int (*m)[C], int row, int column)
{
  return m[row][column];
}

__kernel __requires (grid (1), block (1), threads (T), smem (4096)) void
f (int *out, const int (*in)[C], int n) __where (n >= 0, n < C);

__kernel __requires (grid (1), block (1), threads (T), smem (4096)) __where (n >= 0, n < C) void
f (int *out, const int (*in)[C], int n)
{
  __each (block, int *o = out + T * px_id (block))
    {
      int t = px_id (thread);
      __shared int m[T][C];
      __shared struct table x;
      __each (thread, int (*p)[C] = m + t)
	for (int c = 0; c < C; c++)
	  p[0][c] = in[t][c];
      /* All elements, one after the other.  */
      __each (thread, int *p = &x.m[0][0] + t)
	for (int i = 0; i < C; i++)
	  p[i * T] = i * T + t;
      const int *all = m[0], *last = &m[T - 1][C];
      __each (thread, int *v = o + t)
	{
	  int sum = m[t][n] + m[t][t % C] + element (x.m, t, t & 7) + all[t * C + 3];
	  for (int c = C; c-- > 0;)
	    sum += x.m[T - 1 - t][c];
	  if (t < C)
	    sum += m[0][t] + last[-1 - t];
	  *v = sum;
	}
    }
}

int
main (void)
{
  static int in[T][C], out[T];
  for (int i = 0; i < T * C; i++)
    in[i / C][i % C] = 5 * i;
  int *o = t_dev (0, sizeof out);
  void *d = t_dev (in, sizeof in);
  LAUNCH (1, T, f, o, (const int (*)[C]) d, 2);
  t_back (out, o, sizeof out);
  OK (px_free (d));
  for (int t = 0; t < T; t++)
    {
      int r = T - 1 - t, want = in[t][2] + in[t][t % C] + t * C + t % C + in[t][3] + 8 * r * C + 28;
      if (t < C)
	want += in[0][t] + in[T - 1][C - 1 - t];
      if (out[t] != want)
	return 1;
    }
  return 0;
}
