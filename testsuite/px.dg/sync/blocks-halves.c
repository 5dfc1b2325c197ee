/* SPDX-License-Identifier: MIT */
/* Blocks of a cluster read each other's half of an array while they write the other half of their own: that needs no
   barrier, and the halves change places behind one in each turn.  */
/* { dg-do run } */
/* { dg-options "-O2" } */
/* { dg-final { scan-ptx-times {barrier\.cluster\.wait} 4 } } */
#include "../aux/t.h"

enum { C = 4, T = 64, N = 5, B = 2 * C };

__kernel __requires (cluster (C), threads (T), smem (8 * T)) void
halves (const int *in, int *out, int n)
{
  int c = px_id (block, C);
  __each (block, C, int *all = out + c * C * T)
    {
      __shared int x[2][T];
      int rank = px_id (block);
      __group (block)
	{
	  int t = px_id (thread);
	  __each (thread, int *p = x[0] + t)
	    *p = in[(c * C + rank) * T + t];
	}
      for (int i = 0; i < n; i++)
	__group (block)
	  {
	    int t = px_id (thread);
	    int v __perspective (thread) = *px_map_shared (&x[i % 2][(t + 1) % T], (rank + 1) % C) + i;
	    __each (thread, int *p = x[(i + 1) % 2] + t)
	      *p = v;
	  }
      __each (block, int *own = all + rank * T)
	{
	  int t = px_id (thread);
	  __each (thread, int *p = own + t)
	    *p = x[n % 2][T - 1 - t];
	}
    }
}

/* Each block writes its column of every other one's table, as that block reads its own column of all.  */
__kernel __requires (cluster (C), threads (T), smem (4 * (C + 1) * T)) void
columns (const int *in, int *out)
{
  int c = px_id (block, C);
  __each (block, C, int *all = out + c * C * T)
    {
      __shared int x[C + 1][T];
      int rank = px_id (block);
      __group (block)
	{
	  int t = px_id (thread);
	  __each (thread, int *p = x[0] + t)
	    *p = in[(c * C + rank) * T + t];
	}
      __group (block)
	{
	  int t = px_id (thread);
	  int v __perspective (thread) = *px_map_shared (x[0] + t, C - 1 - rank);
	  __each (thread, int *p = x[1 + rank] + t)
	    *p = v;
	}
      __each (block, int *own = all + rank * T)
	{
	  int t = px_id (thread);
	  __each (thread, int *p = own + t)
	    *p = x[1 + rank][T - 1 - t];
	}
    }
}

int
main (void)
{
  int *in = px_alloc_managed (B * T * sizeof *in), *out = px_alloc_managed (B * T * sizeof *out);
  static int now[B][T], then[B][T];
  for (int i = 0; i < B * T; i++)
    in[i] = now[i / T][i % T] = i;
  if (px_check (px_launch (px_grid (B, T), halves, in, out, N)) || px_check (px_synchronize ()))
    return 1;
  for (int i = 0; i < N; i++)
    {
      for (int b = 0; b < B; b++)
	for (int t = 0; t < T; t++)
	  then[b][t] = now[b / C * C + (b + 1) % C][(t + 1) % T] + i;
      memcpy (now, then, sizeof now);
    }
  for (int i = 0; i < B * T; i++)
    if (out[i] != now[i / T][T - 1 - i % T])
      return 2;
  if (px_check (px_launch (px_grid (B, T), columns, in, out)) || px_check (px_synchronize ()))
    return 1;
  for (int i = 0; i < B * T; i++)
    if (out[i] != in[(i / T / C * C + C - 1 - i / T % C) * T + T - 1 - i % T])
      return 3;
  return 0;
}
