/* SPDX-License-Identifier: MIT */
/* codegen: -g 1 -b 256 -s 32K FILE scan buf:i32:256=iota buf:i32:256>OUT */
#include <px.h>
enum
{
  T = 256
};
__kernel __requires (grid (1), block (1), threads (T)) void
scan (const int *restrict in, int *restrict out)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *part = out + b * T)
    __group (block, 1)
      {
	__shared int line[T];
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *own = line + t)
	  __group (thread, 1) *own = in[b * T + t];
	for (int k = 1; k < T; k *= 2)
	  {
	    int before __perspective (thread, 1) = t >= k ? line[t - k] : 0;
	    __partition (thread, 1, int *own = line + t)
	      __group (thread, 1) *own += before;
	  }
	__partition (thread, 1, int *own = part + t)
	  __group (thread, 1) *own = line[t];
      }
}
