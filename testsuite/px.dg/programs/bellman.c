/* SPDX-License-Identifier: MIT */
/* Shortest paths from one vertex (Bellman and Ford), a block a vertex, until no path gets shorter;
   functions of another file, with shared memory of their own, look at the result.  */
/* { dg-do run } */
/* { dg-additional-sources "aux/blocks.c" } */
#include "../aux/t.h"
#include "aux/blocks.h"

enum { FAR = 0x3fffffff };
struct edge { int from, to, w; };

__kernel __requires (grid (1), block (1), threads (BT), smem (8192))
__where (nv <= 256) void
bellman (const struct edge *e, int ne, int nv, int src, int *dist, int *reached)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *d0 = dist + b * nv)
    __partition (block, 1, int *rd = reached + b)
      __group (block, 1)
	{
	  __shared int d[256];
	  __shared int changed;
	  int t __perspective (thread, 1) = px_id (thread);
	  for (int i = 0; i < nv; i += BT)
	    __partition (thread, 1, int *p = d + i + t)
	      __group (thread, 1)
		if (i + t < nv)
		  *p = i + t == src + b ? 0 : FAR;
	  int k = 0;
	  do
	    {
	      __partition (thread, 1, int *c = &changed + t)
		__group (thread, 1)
		  if (t == 0)
		    *c = 0;
	      __group (thread, 1)
		for (int i = t; i < ne; i += BT)
		  {
		    int du = px_atomic_load (&d[e[i].from], px_relaxed, px_block);
		    if (du == FAR)
		      continue;
		    int old = px_atomic_min (&d[e[i].to], du + e[i].w, px_relaxed, px_block);
		    if (old > du + e[i].w)
		      px_atomic_store (&changed, 1, px_relaxed, px_block);
		  }
	      k++;
	    }
	  while (changed);
	  int far = block_max (t < nv && d[t] != FAR ? d[t] : -1);
	  int n = block_sum (t < nv && d[t] != FAR);
	  __partition (thread, 1, int *p = d0 + t)
	    __group (thread, 1)
	      if (t < nv)
		*p = d[t];
	  __partition (thread, 1, int *p = rd + t)
	    __group (thread, 1)
	      if (t == 0)
		*p = k > nv ? -1 : n * 1000 + far;
	}
}

int
main (void)
{
  enum { V = 100, E = 300, B = 2, FROM = 3 };
  static struct edge e[E];
  static int d[B][V], r[B];
  for (int i = 0; i < E; i++)
    e[i] = (struct edge) { t_random () % V, t_random () % V, 1 + t_random () % 20 };
  struct edge *de = t_dev (e, sizeof e);
  int *dd = t_dev (0, sizeof d), *dr = t_dev (0, sizeof r);
  LAUNCH (B, BT, bellman, de, E, V, FROM, dd, dr);
  t_back (d, dd, sizeof d);
  t_back (r, dr, sizeof r);
  OK (px_free (de));
  for (int b = 0; b < B; b++)
    {
      int w[V], n = 0, far = -1;
      for (int i = 0; i < V; i++)
	w[i] = i == FROM + b ? 0 : FAR;
      for (int again = 1; again; )
	{
	  again = 0;
	  for (int i = 0; i < E; i++)
	    if (w[e[i].from] != FAR && w[e[i].to] > w[e[i].from] + e[i].w)
	      w[e[i].to] = w[e[i].from] + e[i].w, again = 1;
	}
      for (int i = 0; i < V; i++)
	{
	  CHECK (w[i] == d[b][i]);
	  if (w[i] != FAR)
	    n++, far = w[i] > far ? w[i] : far;
	}
      CHECK (r[b] == n * 1000 + far);
    }
  return 0;
}
