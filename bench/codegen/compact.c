/* SPDX-License-Identifier: MIT */
/* codegen: -g 4 -b 256 FILE compact buf:i32:1024=iota i32:1000 buf:i32:32=iota buf:i32:1100>OUT */
#include <px.h>
__kernel __requires (grid (1), block (1), threads (256)) void
compact (const int *restrict in, int n, const int *restrict offset, int *restrict out)
{
  int i __perspective (thread, 1) = px_id (thread);
  int w __perspective (thread, 32) = px_id (thread, 32);
  __partition (thread, 32, int *part = out + offset[w] * 32)
    __group (thread, 32)
      {
	int lane __perspective (thread, 1) = px_id (thread);
	int v __perspective (thread, 1) = i < n ? in[i] : 0;
	unsigned m = px_ballot (v & 1);
	int rank __perspective (thread, 1) = px_popc (m & ((1u << lane) - 1));
	__partition (thread, 1, int *own = part + rank)
	  __group (thread, 1)
	    if (v & 1)
	      *own = v;
      }
}
