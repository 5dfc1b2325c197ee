/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-px-arch=sm_90a" } */
/* What a block reads of another block's array ends where its own would.  */
#include <px.h>

enum { C = 4, T = 64 };

__kernel __requires (cluster (C), threads (T), smem (1024)) void
rotate (const int *in, int *out)
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
	    *p = in[(c * C + rank) * T + t];
	}
      __each (block, int *o = oc + rank * T)
	{
	  int t = px_id (thread);
	  __each (thread, int *p = o + t)
	    *p = *px_map_shared (x + t + 1, (rank + 1) % C); /* { dg-error {outside of 'x': at byte 256 of 256, by thread 63 .PX402.} } */
	}
    }
}
