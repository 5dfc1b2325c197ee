/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-px-arch=sm_90a" } */
/* Blocks that are not in the cluster. */
#include <px.h>

enum { C = 4, T = 64 };

__kernel __requires (cluster (C), threads (T), smem (1024)) void
beyond (int *out, int n)
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
	  int sum __perspective (thread) = *px_map_shared (x + t, 4); /* { dg-error {block 4 of a cluster of 4 is meant here, by thread 0 .PX402.} } */
	  sum += *px_map_shared (x + t, rank - 1); /* { dg-error {block -1 of a cluster of 4 is meant here, by thread 0 .PX402.} } */
	  sum += *px_map_shared (x + t, rank + 1); /* { dg-error {block 4 of a cluster of 4 is meant here, by thread 0 .PX402.} } */
	  for (int i = 0; i <= C; i++)
	    sum += *px_map_shared (x + t, i); /* { dg-error {block 4 of a cluster of 4 is meant here, by thread 0 .PX402.} } */
	  sum += *px_map_shared (x + t, t); /* { dg-error {block 4 of a cluster of 4 is meant here, by thread 4 .PX402.} } */
	  if (n > 3)
	    sum += *px_map_shared (x + t, rank + n); /* that is not known of any launch */
	  __each (thread, int *p = o + t)
	    *p = sum;
	}
    }
}
