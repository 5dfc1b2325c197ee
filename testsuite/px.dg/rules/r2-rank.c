/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-px-arch=sm_90a" } */
/* Blocks that are in the cluster, or may be. */
#include <px.h>

enum { C = 4, T = 64 };

__kernel __requires (cluster (C), threads (T), smem (1024)) void
around (int *out, int n)
{
  int c = px_id (block, C);
  __each (block, C, int *oc = out + c * C * T)
    {
      __shared int x[T];
      int rank = px_id (block);
      __group (block)
	{
	  int t = px_id (thread);
	  __each (thread, int *p = x + t)
	    *p = rank * T + t;
	}
      __each (block, int *o = oc + rank * T)
	{
	  int t = px_id (thread);
	  int sum __perspective (thread) = *px_map_shared (x + t, (rank + 1) % C) + *px_map_shared (x + t, rank ^ 1)
					   + *px_map_shared (x + t, C - 1 - rank) + *px_map_shared (x + t, 3);
	  for (int i = 0; i < C; i++)
	    sum += *px_map_shared (x + t, i);
	  if (rank + 1 < C)
	    sum += *px_map_shared (x + t, rank + 1);
	  sum += *px_map_shared (x + t, n);
	  __each (thread, int *p = o + t)
	    *p = sum;
	}
    }
}
