/* SPDX-License-Identifier: MIT */
/* Shared memory of the other blocks of a cluster: barriers of the cluster before
   it is read, and before its block ends.  */
/* { dg-do run } */
/* { dg-final { scan-ptx {barrier\.cluster\.arrive} } } */
/* { dg-final { scan-ptx {mapa\.u64} } } */
/* { dg-final { scan-ptx {\.reqnctapercluster 4} } } */
#include "../aux/t.h"

__kernel __requires (grid (1), threads (64), cluster (4), smem (260)) void
f (const int *in __perspective (grid, 1), int *out __perspective (grid, 1))
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * 64)
    __group (block, 4)
      {
	int r __perspective (block, 1) = px_id (block);
	__shared int s[64];
	__group (block, 1)
	  {
	    int t __perspective (thread, 1) = px_id (thread);
	    __partition (thread, 1, int *p = s + t)
	      __group (thread, 1)
		*p = in[b * 64 + t];
	  }
	__group (block, 1)
	  {
	    int t __perspective (thread, 1) = px_id (thread);
	    int x __perspective (thread, 1) = px_map_shared (s, (r + 1) % 4)[t ^ 1];
	    __partition (thread, 1, int *q = o + t)
	      __group (thread, 1)
		*q = x;
	  }
      }
}

int
main (void)
{
  static int v[512], w[512];
  for (int i = 0; i < 512; i++)
    v[i] = i * 7;
  int *in = t_dev (v, sizeof v), *out = t_dev (0, sizeof w);
  LAUNCH (8, 64, f, in, out);
  t_back (w, out, sizeof w);
  for (int i = 0; i < 512; i++)
    CHECK (w[i] == v[i / 256 * 256 + (i + 64) % 256 / 64 * 64 + (i % 64 ^ 1)]);
  return 0;
}
