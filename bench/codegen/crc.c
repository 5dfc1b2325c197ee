/* SPDX-License-Identifier: MIT */
/* codegen: -g 4 -b 256 FILE crc i32:1000 buf:u32:1024=random:1 buf:u32:1024>OUT */
#include <px.h>
__constant const unsigned crc_table[16] = {
  0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
  0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c
};
__kernel __requires (grid (1), block (1), threads (256)) void
crc (int n, const unsigned *restrict word, unsigned *restrict sum)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, unsigned *own = sum + i)
    __group (thread, 1)
      if (i < n)
	{
	  unsigned w = word[i], r = ~0u;
	  for (int k = 0; k < 32; k += 4)
	    r = crc_table[(r ^ w >> k) & 15] ^ r >> 4;
	  *own = r;
	}
}
