/* SPDX-License-Identifier: MIT */
/* codegen: -g 4 -b 256 FILE rgb i32:1000 buf:u8:4096=random:1 buf:u8:1024>OUT */
#include <px.h>
struct pixel
{
  unsigned char r, g, b, a;
} __attribute__ ((aligned (4)));
#define PIXEL struct pixel
__kernel __requires (grid (1), block (1), threads (256)) void
rgb (int n, const PIXEL *restrict in, unsigned char *restrict grey)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, unsigned char *own = grey + i)
    __group (thread, 1)
      if (i < n)
	{
	  PIXEL p = in[i];
	  unsigned char r = (unsigned char) ((77 * p.r + 150 * p.g + 29 * p.b) >> 8);
	  *own = r;
	}
}
