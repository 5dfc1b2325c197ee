/* SPDX-License-Identifier: MIT */
/* A library in levels, as CUB has it: threads', warps' and blocks' functions that call each
   other and work on arrays that each thread has of its own.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { T = 128, EACH = 4, TILE = T * EACH };

__device static inline void
thread_load (const int *in, int *items __perspective (thread, 1), int n)
{
  for (int i = 0; i < n; i++)
    items[i] = in[i];
}

__device __requires (thread (32)) static inline void
warp_load (const int *in, int *items __perspective (thread, 1), int n)
{
  int lane __perspective (thread, 1) = px_id (thread);
  __group (thread, 1)
    thread_load (in + lane * n, items, n);
}

__device __requires (block (1), thread (32)) static inline void
block_load (const int *in, int *items __perspective (thread, 1), int n)
{
  int w __perspective (thread, 32) = px_id (thread, 32);
  __group (thread, 32)
    warp_load (in + w * 32 * n, items, n);
}

/* What each thread has is every T-th number; now they are neighbours.  */
__device __requires (block (1), threads (T), smem (TILE * 4)) static inline void
block_exchange (int *items __perspective (thread, 1))
{
  __shared int s[TILE];
  int t __perspective (thread, 1) = px_id (thread);
  for (int i = 0; i < EACH; i++)
    __partition (thread, 1, int *p = s + i * T + t)
      *p = items[i];
  for (int i = 0; i < EACH; i++)
    items[i] = s[t * EACH + i];
}

/* The sum of what the threads below have; of all, in *TOTAL.  */
__device __requires (block (1), threads (T), smem (2 * T * 4)) static inline int __perspective (thread, 1)
block_sum_below (int v __perspective (thread, 1), int *total __perspective (thread, 1))
{
  __shared int s[2][T];
  int t __perspective (thread, 1) = px_id (thread), now = 0;
  __partition (thread, 1, int *p = s[0] + t)
    *p = v;
  for (int d = 1; d < T; d += d, now ^= 1)
    {
      int x __perspective (thread, 1) = t >= d ? s[now][t] + s[now][t - d] : s[now][t];
      __partition (thread, 1, int *p = s[now ^ 1] + t)
	*p = x;
    }
  *total = s[now][T - 1];
  return s[now][t] - v;
}

__device __requires (block (1), thread (1)) static inline void
block_store (int *out, const int *items __perspective (thread, 1), int n)
{
  __partition (thread, 1, int *p = out + px_id (thread) * n)
    for (int i = 0; i < n; i++)
      p[i] = items[i];
}

__kernel __requires (grid (1), block (1), threads (T), smem (TILE * 4)) void
scan (const int *in, int *out, int *totals)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * TILE)
    __partition (block, 1, int *to = totals + b)
      __group (block, 1)
	{
	  int items[EACH] __perspective (thread, 1), same[EACH] __perspective (thread, 1);
	  int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0, total __perspective (thread, 1);
	  for (int i = 0; i < EACH; i++)
	    items[i] = in[b * TILE + i * T + t];
	  block_exchange (items);
	  block_load (in + b * TILE, same, EACH);
	  for (int i = 0; i < EACH; i++)
	    sum += items[i] + (items[i] != same[i]);
	  int below __perspective (thread, 1) = block_sum_below (sum, &total);
	  for (int i = 0; i < EACH; i++)
	    {
	      int v __perspective (thread, 1) = items[i];
	      items[i] = below;
	      below += v;
	    }
	  block_store (o, items, EACH);
	  __claim (thread, 1, int *p = to)
	    __split (thread) __case (1) *p = total;
	}
}

int
main (void)
{
  enum { B = 3 };
  static int a[B][TILE], o[B][TILE], totals[B];
  for (int i = 0; i < B * TILE; i++)
    a[i / TILE][i % TILE] = t_random () % 100;
  int *d = t_dev (a, sizeof a), *e = t_dev (0, sizeof o), *f = t_dev (0, sizeof totals);
  LAUNCH (B, T, scan, d, e, f);
  t_back (o, e, sizeof o);
  t_back (totals, f, sizeof totals);
  OK (px_free (d));
  for (int b = 0; b < B; b++)
    {
      int sum = 0;
      for (int i = 0; i < TILE; i++)
	{
	  CHECK (o[b][i] == sum);
	  sum += a[b][i];
	}
      CHECK (totals[b] == sum);
    }
  return 0;
}
