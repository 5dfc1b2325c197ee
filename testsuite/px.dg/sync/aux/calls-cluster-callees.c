/* SPDX-License-Identifier: MIT */
#include "calls-cluster.h"

__device __requires (cluster (C), threads (T), smem (64)) unsigned __perspective (block, 1)
cluster_sum (unsigned v __perspective (thread, 1))
{
  __shared unsigned warp[T / 32];
  __group (block, 1)
    {
      unsigned s __perspective (thread, 32) = px_reduce_add (v);
      __partition (thread, 32, unsigned *p = warp + px_id (thread, 32))
	__group (thread, 32)
	  {
	    int lane __perspective (thread, 1) = px_id (thread);
	    __partition (thread, 1, unsigned *q = p + lane)
	      __group (thread, 1)
		if (lane == 0)
		  *q = s;
	  }
    }
  unsigned all __perspective (block, 1) = 0;
  for (int r = 0; r < C; r++)
    for (int w = 0; w < T / 32; w++)
      all += *px_map_shared (warp + w, r);
  return all;
}

__device __requires (cluster (C), threads (T)) unsigned __perspective (block, 1)
next_block (const unsigned *p __perspective (block, 1))
{
  return *px_map_shared (p, (px_id (block) + 1) % C);
}
