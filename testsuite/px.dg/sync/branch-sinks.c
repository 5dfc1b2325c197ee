/* SPDX-License-Identifier: MIT */
/* A barrier that one arm of a condition needs stands in that arm, if all threads of the block
   come there; one for what some threads read alone stands before.  */
/* { dg-do run } */
#include "../aux/t.h"

static inline __device int
sum_to (const int *p __perspective (block, 1), int k __perspective (thread, 1))
{
  int s __perspective (thread, 1) = 0;
  __group (thread, 1)
    for (int i = 0; i < k; i++)
      s += p[i];
  return s;
}

__kernel __requires (grid (1), block (1), threads (96), smem (1024)) void
f (const int *in, int *out, int n)
{
  __partition (block, 1, int *o = out + 96 * px_id (block))
    __group (block, 1)
      {
	__shared int buf[96];
	int t __perspective (thread, 1) = px_id (thread);
	for (int k = 0; k < n; k++)
	  {
	    __partition (thread, 1, int *w = buf + t)
	      __group (thread, 1)
		*w = in[t] + k;
	    int v __perspective (thread, 1) = 0;
	    __group (thread, 1)
	      if (t % 7 < 3 || t == 50)
		v = sum_to (buf, t);
	    __partition (thread, 1, int *q = o + t)
	      __group (thread, 1)
		*q = v;
	    if (k % 2 && n > 3)
	      {
		__partition (thread, 1, int *w = buf + (t + 48) % 96)
		  __group (thread, 1)
		    *w = t;
	      }
	    int u __perspective (thread, 1) = t < 90 && buf[t + 1] > 3;
	    __partition (thread, 1, int *q = o + t)
	      __group (thread, 1)
		*q += u;
	  }
      }
}

int
main (void)
{
  enum { N = 96 };
  static int in[N], out[N];
  for (int i = 0; i < N; i++)
    in[i] = i;
  for (int n = 1; n < 7; n++)
    {
      int *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out);
      OK (px_launch (px_grid (1, N), f, d, o, n));
      t_back (out, o, sizeof out);
      for (int t = 0; t < N; t++)
	{
	  int k = n - 1, v = 0, b[N];
	  for (int i = 0; i < N; i++)
	    b[i] = i + k;
	  for (int i = 0; i < t && (t % 7 < 3 || t == 50); i++)
	    v += b[i];
	  for (int i = 0; i < N && k % 2 && n > 3; i++)
	    b[(i + 48) % N] = i;
	  CHECK (out[t] == v + (t < 90 && b[t + 1] > 3));
	}
    }
  return 0;
}
