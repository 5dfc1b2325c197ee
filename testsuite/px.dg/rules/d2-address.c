/* SPDX-License-Identifier: MIT */
/* Addresses of copies at the unit that issues them, or broader; cp.async is each thread's own.  */
/* { dg-do compile } */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64), smem (4096)) void
k (const int *in, int *out, const px_tensor_map *map __perspective (grid, 1))
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *own = out + 1024 * b)
    __group (block, 1)
      {
	__shared _Alignas (128) int s[512];
	int t __perspective (thread, 1) = px_id (thread), w __perspective (thread, 32) = px_id (thread, 32);
	__async (int *a = s)
	  {
	    __group (thread, 32)
	      px_bulk_load (a + 4 * w, in + 64 * b + 4 * w, 16);
	    __group (thread, 1)
	      px_bulk_load (a + 256 + 4 * t, in + 4 * t, 16);
	    px_bulk_load (a, in + 4 * b, 16);
	    px_tensor_load (a, map, 16 * b);
	    px_cp_async (a + 4 * t, in + 4 * t, 16);
	  }
	__async (int *a = s)
	  __async (int *g = own)
	    px_bulk_store (g, a, 1024);
	px_bulk_prefetch (in + b, 16);
	px_tensor_map_prefetch (map);
	__group (thread, 1)
	  px_bulk_prefetch (in + 4 * t, 16);
      }
}
