/* SPDX-License-Identifier: MIT */
/* Sum of an array: a tree in each block, one atomic addition a block.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { T = 256, N = 10000, BLOCKS = 7 };

__kernel __requires (grid (1), block (1), threads (T)) void
sum (const int *in, int *out, int n)
{
  int b __perspective (block, 1) = px_id (block);
  __group (block, 1)
    {
      __shared int part[T];
      int t __perspective (thread, 1) = px_id (thread);
      __partition (thread, 1, int *p = part + t)
	{
	  int s __perspective (thread, 1) = 0;
	  __group (thread, 1)
	    {
	      for (int i = b * T + t; i < n; i += BLOCKS * T)
		s += in[i];
	      *p = s;
	    }
	}
      for (int k = T / 2; k > 0; k /= 2)
	{
	  int other __perspective (thread, 1) = t < k ? part[t + k] : 0;
	  __partition (thread, 1, int *p = part + t)
	    __group (thread, 1) *p += other;
	}
      __group (thread, 1)
	if (t == 0)
	  __atomic_fetch_add (out, part[0], __ATOMIC_RELAXED);
    }
}

int
main (void)
{
  static int in[N], out;
  int want = 0;
  for (int i = 0; i < N; i++)
    want += in[i] = t_random () % 100;
  int *d = t_dev (in, sizeof in), *o = t_dev (&out, sizeof out);
  LAUNCH (BLOCKS, T, sum, d, o, N);
  t_back (&out, o, sizeof out);
  CHECK (out == want);
  return 0;
}
