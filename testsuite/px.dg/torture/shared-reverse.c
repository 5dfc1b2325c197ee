/* SPDX-License-Identifier: MIT */
/* Shared memory: each block turns its part around; two arrays, one of structs.  */
/* { dg-do run } */
#include "../aux/t.h"

#define T 128
#define BARRIER __unsafe { asm volatile ("bar.sync 0;" ::: "memory"); }

__kernel void
f (int *p, double *sum)
{
  int i = px_id (thread), b = px_id (block);
  __group (block, 1)
    {
      __shared int tile[T];
      __shared struct { double d; char c; } rec[T / 32];
      int t = px_id (thread);
      tile[t] = p[i];
      BARRIER
      p[i] = tile[T - 1 - t];
      if (t % 32 == 0)
	{
	  double s = 0;
	  for (int k = 0; k < 32; k++)
	    s += tile[t + k];
	  rec[t / 32].d = s;
	  rec[t / 32].c = t / 32;
	}
      BARRIER
      if (t == 0)
	{
	  double s = 0;
	  for (int k = 0; k < T / 32; k++)
	    s += rec[k].d * rec[k].c;
	  sum[b] = s;
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
