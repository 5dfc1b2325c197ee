/* SPDX-License-Identifier: MIT */
/* codegen: -g 4 -b 256 FILE morton i32:1000 buf:u32:1024=random:1 buf:u32:1024=random:2 buf:u64:1024>OUT */
#include <px.h>
__device static inline unsigned long
spread (unsigned v)
{
  unsigned long w = v;
  w = (w | w << 16) & 0x0000ffff0000ffff;
  w = (w | w << 8) & 0x00ff00ff00ff00ff;
  w = (w | w << 4) & 0x0f0f0f0f0f0f0f0f;
  w = (w | w << 2) & 0x3333333333333333;
  return (w | w << 1) & 0x5555555555555555;
}
__kernel __requires (grid (1), block (1), threads (256)) void
morton (int n, const unsigned *restrict x, const unsigned *restrict y, unsigned long *restrict z)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, unsigned long *own = z + i)
    __group (thread, 1)
      if (i < n)
	{
	  unsigned long r = spread (x[i]) | spread (y[i]) << 1;
	  *own = r;
	}
}
