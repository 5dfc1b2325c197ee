/* SPDX-License-Identifier: MIT */
/* Slots by pointer arithmetic are what they are by an index.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { S = 3, N = 64, MOST = 9 };
typedef struct { int v[N]; } slot;

#define KERNEL(NAME, FILLED, DRAINED) \
__kernel __requires (grid (1), block (1), threads (2 * N), smem (4 * N * S)) void \
NAME (const int *in, int *out, int n) \
{ \
  __partition (block, 1, int *o = out + px_id (block) * N) \
    __group (block, 1) \
      { \
	__shared __slots (S) slot x[S]; \
	__claim (thread, N, int *mine = o) \
	  __split (thread) \
	    { \
	      __case (N) \
		{ \
		  int t __perspective (thread, 1) = px_id (thread); \
		  for (int i = 0; i < n; i++) \
		    __partition (thread, 1, int *w = (FILLED)->v + t) \
		      __group (thread, 1) \
			*w = in[i * N + t]; \
		} \
	      __case (N) \
		{ \
		  int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0; \
		  for (int i = 0; i < n; i++) \
		    __group (thread, 1) \
		      sum = 3 * sum + (DRAINED)->v[N - 1 - t]; \
		  __partition (thread, 1, int *w = mine + t) \
		    __group (thread, 1) \
		      *w = sum; \
		} \
	    } \
      } \
}
KERNEL (f, x + i % S, x + i % S)
KERNEL (g, &x[i % S], x + (unsigned) i % S)
KERNEL (h, &x[0] + (i + 1) % S, &x[(i + 1) % S])
KERNEL (two_of_three, x + 2 * i % S, &x[2 * i % S])

int
main (void)
{
  static int in[MOST * N], out[N];
  for (int i = 0; i < MOST * N; i++)
    in[i] = i * 31 % 1009;
  for (int n = 0; n <= MOST; n++)
    {
      int *d = t_dev (in, sizeof in);
      for (int k = 0; k < 4; k++)
	{
	  int *o = t_dev (0, sizeof out);
	  if (k == 0)
	    LAUNCH (1, 2 * N, f, d, o, n);
	  else if (k == 1)
	    LAUNCH (1, 2 * N, g, d, o, n);
	  else if (k == 2)
	    LAUNCH (1, 2 * N, h, d, o, n);
	  else
	    LAUNCH (1, 2 * N, two_of_three, d, o, n);
	  t_back (out, o, sizeof out);
	  for (int t = 0; t < N; t++)
	    {
	      unsigned sum = 0;
	      for (int i = 0; i < n; i++)
		sum = 3 * sum + in[i * N + N - 1 - t];
	      CHECK (out[t] == (int) sum);
	    }
	}
    }
  return 0;
}
