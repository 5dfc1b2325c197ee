/* SPDX-License-Identifier: MIT */
/* Roles inside a branch: of the units of a __case some fill or drain a ring, by an if over their
   numbers, and the others have work of their own or none.  The ring's barriers count the threads of
   the role, not those of the branch.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
#include "../aux/t.h"

enum { S = 3, N = 64, MOST = 7, P = 128 };

/* The second warp of the second branch fills; the other warps have nothing to do.  */
__kernel __requires (grid (1), block (1), threads (2 * P), smem (4 * N * S)) void
f (const int *in, int *out, int n)
{
  __partition (block, 1, int *o = out + px_id (block) * P)
    __group (block, 1)
      {
	__shared __slots (S) int x[S][N];
	__claim (thread, P, int *mine = o)
	  __split (thread)
	    {
	      __case (P)
		{
		  int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0;
		  for (int i = 0; i < n; i++)
		    __group (thread, 1)
		      sum = 3 * sum + x[i % S][t / 2];
		  __partition (thread, 1, int *w = mine + t)
		    __group (thread, 1)
		      *w = sum;
		}
	      __case (P)
		{
		  int pw __perspective (thread, 32) = px_id (thread, 32);
		  __group (thread, 32)
		    if (pw == 1)
		      for (int i = 0; i < n; i++)
			__async (int *a = x[i % S])
			  px_bulk_load (a, in + i * N, 4 * N);
		}
	    }
      }
}

/* The second branch has ring x for itself: its first warp fills, each of the others drains.  The
   first warp also fills y, for the first branch.  */
__kernel __requires (grid (1), block (1), threads (2 * P), smem (8 * N * S)) void
g (const int *in, int *out, int *other, int n)
{
  __partition (block, 1, int *o = out + px_id (block) * P) __partition (block, 1, int *o2 = other + px_id (block) * P)
    __group (block, 1)
      {
	__shared __slots (S) int x[S][N], y[S][N];
	__claim (thread, P, int *mine = o) __claim (thread, P, int *mine2 = o2)
	  __split (thread)
	    {
	      __case (P)
		{
		  int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0;
		  for (int i = 0; i < 2 * n; i++)
		    __group (thread, 1)
		      sum = 5 * sum + y[i % S][t / 2];
		  __partition (thread, 1, int *w = mine + t)
		    __group (thread, 1)
		      *w = sum;
		}
	      __case (P)
		{
		  int pw __perspective (thread, 32) = px_id (thread, 32);
		  __partition (thread, 32, int *own = mine2 + pw * 32)
		    __group (thread, 32)
		      {
			int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = pw;
			for (int k = 0; k < 2; k++)
			  if (pw == 0)
			    for (int i = 0; i < n; i++)
			      {
				__async (int *a = x[i % S])
				  px_bulk_load (a, in + i * N, 4 * N);
				__async (int *a = y[(k * n + i) % S])
				  px_bulk_load (a, in + i * N, 4 * N);
			      }
			  else
			    for (int i = 0; i < n; i++)
			      __group (thread, 1)
				sum = 3 * sum + x[i % S][pw + t];
			__partition (thread, 1, int *w = own + t)
			  __group (thread, 1)
			    *w = sum;
		      }
		}
	    }
      }
}

/* The last warp of a branch drains; then all of the branch go on.  */
__kernel __requires (grid (1), block (1), threads (2 * P), smem (4 * S * P)) void
h (const int *in, int *out, int n)
{
  __partition (block, 1, int *o = out + px_id (block) * P)
    __group (block, 1)
      {
	__shared __slots (S) int x[S][P];
	__claim (thread, P, int *mine = o)
	  __split (thread)
	    {
	      __case (P)
		{
		  int t __perspective (thread, 1) = px_id (thread);
		  for (int i = 0; i < n; i++)
		    __partition (thread, 1, int *w = x[i % S] + t)
		      __group (thread, 1)
			*w = in[i * N + t % N];
		}
	      __case (P)
		{
		  int pw __perspective (thread, 32) = px_id (thread, 32);
		  int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = t;
		  __group (thread, 32)
		    if (pw == P / 32 - 1)
		      for (int i = 0; i < n; i++)
			__group (thread, 1)
			  sum = 3 * sum + x[i % S][P - 1 - t];
		  __partition (thread, 1, int *w = mine + t)
		    __group (thread, 1)
		      *w = sum;
		}
	    }
      }
}

int
main (void)
{
  static int in[MOST * N], out[P], out2[P];
  for (int i = 0; i < MOST * N; i++)
    in[i] = i * 31 % 1009;
  for (int n = 0; n <= MOST; n++)
    {
      int *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out);
      LAUNCH (1, 2 * P, f, d, o, n);
      t_back (out, o, sizeof out);
      for (int t = 0; t < P; t++)
	{
	  unsigned sum = 0;
	  for (int i = 0; i < n; i++)
	    sum = 3 * sum + in[i * N + t / 2];
	  CHECK (out[t] == (int) sum);
	}
      int *o2 = t_dev (0, sizeof out2);
      o = t_dev (0, sizeof out);
      LAUNCH (1, 2 * P, g, d, o, o2, n);
      t_back (out, o, sizeof out);
      t_back (out2, o2, sizeof out2);
      for (int t = 0; t < P; t++)
	{
	  unsigned warp = t / 32, sum = 0, sum2 = warp;
	  for (int i = 0; i < 2 * n; i++)
	    {
	      sum = 5 * sum + in[i % n * N + t / 2];
	      if (warp)
		sum2 = 3 * sum2 + in[i % n * N + warp + t % 32];
	    }
	  CHECK (out[t] == (int) sum && out2[t] == (int) sum2);
	}
      o = t_dev (0, sizeof out);
      LAUNCH (1, 2 * P, h, d, o, n);
      t_back (out, o, sizeof out);
      for (int t = 0; t < P; t++)
	{
	  unsigned sum = t;
	  for (int i = 0; i < n && t >= P - 32; i++)
	    sum = 3 * sum + in[i * N + P - 1 - t];
	  CHECK (out[t] == (int) sum);
	}
    }
  return 0;
}
