/* SPDX-License-Identifier: MIT */
/* A branch splits again, and only part of it fills or drains the ring: that part alone arrives and
   waits.  The rest has work of its own.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { S = 3, N = 64 };

/* The last half of the second branch fills.  */
__kernel __requires (grid (1), block (1), threads (256), smem (4 * N * (S + 2))) void
f (const int *in, int *out, int n)
{
  __partition (block, 1, int *o = out + px_id (block) * 2 * N)
    __group (block, 1)
      {
	__shared __slots (S) int x[S][N];
	__claim (thread, 128, int *mine = o)
	  __split (thread)
	    {
	      __case (128)
		{
		  int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0;
		  for (int i = 0; i < n; i++)
		    __group (thread, 1)
		      sum = 3 * sum + x[i % S][(t + i) % N];
		  __partition (thread, 1, int *w = mine + t)
		    __group (thread, 1)
		      *w = sum;
		}
	      __case (128)
		{
		  int most __perspective (thread, 128) = n;
		  __split (thread)
		    {
		      __case (64)
			;
		      __case (64)
			{
			  int t __perspective (thread, 1) = px_id (thread);
			  for (int i = 0; i < most; i++)
			    __partition (thread, 1, int *w = x[i % S] + t)
			      __group (thread, 1)
				*w = in[i * N + t];
			}
		    }
		}
	    }
      }
}

/* The split stands in the loop, and it is the drain's.  */
__kernel __requires (grid (1), block (1), threads (192), smem (4 * N * (S + 2))) void
g (const int *in, int *out, int n)
{
  __partition (block, 1, int *o = out + px_id (block) * 2 * N)
    __group (block, 1)
      {
	__shared __slots (S) int x[S][N];
	__claim (thread, 128, int *mine = o)
	  __split (thread)
	    {
	      __case (128)
		for (int i = 0; i < n; i++)
		  __claim (thread, 64, int *low = mine)
		    __split (thread)
		      __case (64)
			{
			  int t __perspective (thread, 1) = px_id (thread);
			  int v __perspective (thread, 1) = x[i % S][N - 1 - t];
			  __partition (thread, 1, int *w = low + t)
			    __group (thread, 1)
			      *w = *w * 5 + v;
			}
	      __case (64)
		{
		  int t __perspective (thread, 1) = px_id (thread);
		  for (int i = 0; i < n; i++)
		    __partition (thread, 1, int *w = x[i % S] + t)
		      __group (thread, 1)
			*w = in[i * N + t];
		}
	    }
      }
}

int
main (void)
{
  enum { MOST = 9 };
  int in[MOST * N], out[2 * N];
  for (int i = 0; i < MOST * N; i++)
    in[i] = i * 31 % 1009;
  for (int n = 0; n <= MOST; n++)
    {
      int *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out);
      LAUNCH (1, 256, f, d, o, n);
      t_back (out, o, sizeof out);
      for (int t = 0; t < 128; t++)
	{
	  unsigned sum = 0;
	  for (int i = 0; i < n; i++)
	    sum = 3 * sum + in[i * N + (t + i) % N];
	  CHECK (out[t] == (int) sum);
	}
      for (int t = 0; t < 2 * N; t++)
	out[t] = 1;
      d = t_dev (in, sizeof in), o = t_dev (out, sizeof out);
      LAUNCH (1, 192, g, d, o, n);
      t_back (out, o, sizeof out);
      for (int t = 0; t < N; t++)
	{
	  unsigned sum = 1;
	  for (int i = 0; i < n; i++)
	    sum = 5 * sum + in[i * N + N - 1 - t];
	  CHECK (out[t] == (int) sum);
	}
    }
  return 0;
}
