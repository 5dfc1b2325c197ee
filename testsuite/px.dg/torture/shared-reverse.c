/* SPDX-License-Identifier: MIT */
/* Shared memory: each block turns its part around; two arrays, one of structs.  */
/* { dg-do run } */
#include "../aux/t.h"

#define T 128

struct part { double d; char c; };

__kernel __requires (grid (1), block (1), threads (T)) void
f (int *p, double *sum)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *mine = p + b * T)
    __partition (block, 1, double *total = sum + b)
      __group (block, 1)
	{
	  __shared int tile[T];
	  __shared struct part rec[T / 32];
	  int t __perspective (thread, 1) = px_id (thread);
	  __partition (thread, 1, int *own = tile + t)
	    __group (thread, 1)
	      *own = mine[t];
	  __partition (thread, 1, int *own = mine + t)
	    __group (thread, 1)
	      *own = tile[T - 1 - t];
	  __partition (thread, 1, struct part *own = rec + t / 32)
	    __group (thread, 1)
	      if (t % 32 == 0)
		{
		  double s = 0;
		  for (int k = 0; k < 32; k++)
		    s += tile[t + k];
		  own->d = s;
		  own->c = t / 32;
		}
	  __partition (thread, 1, double *own = total + t)
	    __group (thread, 1)
	      if (t == 0)
		{
		  double s = 0;
		  for (int k = 0; k < T / 32; k++)
		    s += rec[k].d * rec[k].c;
		  *own = s;
		}
	}
}

int
main (void)
{
  enum { B = 5 };
  static int p[B * T], was[B * T];
  double sum[B];
  for (int i = 0; i < B * T; i++)
    p[i] = was[i] = t_random () % 10000;
  int *d = t_dev (p, sizeof p);
  double *ds = t_dev (0, sizeof sum);
  LAUNCH (B, T, f, d, ds);
  t_back (p, d, sizeof p);
  t_back (sum, ds, sizeof sum);
  for (int b = 0; b < B; b++)
    {
      double want = 0;
      for (int t = 0; t < T; t++)
	{
	  CHECK (p[b * T + t] == was[b * T + T - 1 - t]);
	  want += (double) was[b * T + t] * (t / 32);
	}
      CHECK (sum[b] == want);
    }
  return 0;
}
