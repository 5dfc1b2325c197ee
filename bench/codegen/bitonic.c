/* SPDX-License-Identifier: MIT */
/* codegen: -g 1 -b 256 -s 32K FILE bitonic buf:u32:256=random:1 buf:u32:256>OUT */
#include <px.h>
enum
{
  T = 256
};
__kernel __requires (grid (1), block (1), threads (T)) void
bitonic (const unsigned *restrict in, unsigned *restrict out)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, unsigned *part = out + b * T)
    __group (block, 1)
      {
	__shared unsigned line[T];
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, unsigned *own = line + t)
	  __group (thread, 1) *own = in[b * T + t];
	for (int k = 2; k <= T; k *= 2)
	  for (int j = k / 2; j > 0; j /= 2)
	    {
	      unsigned other __perspective (thread, 1) = line[t ^ j];
	      __partition (thread, 1, unsigned *own = line + t)
		__group (thread, 1)
		  if (((t & k) == 0) == ((t & j) == 0) ? other < *own : other > *own)
		    *own = other;
	    }
	__partition (thread, 1, unsigned *own = part + t)
	  __group (thread, 1) *own = line[t];
      }
}
