/* SPDX-License-Identifier: MIT */
/* Bulk loads in loops whose phases not everybody follows: a phase ends by parity, so a wait
   must not take another one's end for its own, nor miss its own.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { T = 64, N = 12 };

/* Loaded in each iteration, read after the last.  */
__kernel __requires (grid (1), block (1), threads (T), smem (512)) void
last (const int *in, int *out, int n)
{
  __group (block, 1)
    {
      int t __perspective (thread, 1) = px_id (thread);
      __shared int s[T];
      for (int i = 0; i < n; i++)
	__async (int *to = s)
	  px_bulk_load (to, in + i * T, T * 4);
      __group (thread, 1)
	__unsafe out[t] = s[T - 1 - t];
    }
}

/* A place for each, among other work; read after the last.  */
__kernel __requires (grid (1), block (1), threads (T), smem (N * T * 4 + 512)) void
each (const int *in, int *out)
{
  __group (block, 1)
    {
      int t __perspective (thread, 1) = px_id (thread);
      int sum __perspective (thread, 1) = 0;
      __shared int s[N][T], w[T];
      for (int i = 0; i < N; i++)
	{
	  __partition (thread, 1, int *p = w + t)
	    *p = sum;
	  sum += w[T - 1 - t] + i;
	  __async (int *to = s[i])
	    px_bulk_load (to, in + i * T, T * 4);
	}
      for (int i = 0; i < N; i++)
	sum += s[i][T - 1 - t];
      __group (thread, 1)
	__unsafe out[t] = sum;
    }
}

/* Read by all in some iterations only.  */
__kernel __requires (grid (1), block (1), threads (T), smem (512)) void
some (const int *in, int *out, int n)
{
  __group (block, 1)
    {
      int t __perspective (thread, 1) = px_id (thread);
      int sum __perspective (thread, 1) = 0;
      __shared int s[T];
      for (int i = 0; i < n; i++)
	{
	  if (i % 4 != 1)
	    __async (int *to = s)
	      px_bulk_load (to, in + i * T, T * 4);
	  if (i % 3 == 2)
	    sum += s[T - 1 - t];
	}
      __group (thread, 1)
	__unsafe out[t] = sum;
    }
}

int
main (void)
{
  static int a[N][T], c[T];
  for (int i = 0; i < N * T; i++)
    ((int *) a)[i] = t_random () % 100;
  int *in = t_dev (a, sizeof a), *out = t_dev (0, sizeof c), x = 0;
  LAUNCH (1, T, last, in, out, N);
  OK (px_copy (c, out, sizeof c));
  for (int t = 0; t < T; t++)
    CHECK (c[t] == a[N - 1][T - 1 - t]);
  LAUNCH (1, T, each, in, out);
  OK (px_copy (c, out, sizeof c));
  for (int i = 0; i < N; i++)
    x += x + i;
  for (int t = 0; t < T; t++)
    {
      int s = x;
      for (int i = 0; i < N; i++)
	s += a[i][T - 1 - t];
      CHECK (c[t] == s);
    }
  LAUNCH (1, T, some, in, out, N);
  t_back (c, out, sizeof c);
  for (int t = 0; t < T; t++)
    {
      int s = 0;
      for (int i = 0, j = 0; i < N; i++)
	{
	  j = i % 4 != 1 ? i : j;
	  s += i % 3 == 2 ? a[j][T - 1 - t] : 0;
	}
      CHECK (c[t] == s);
    }
  return px_free (in);
}
