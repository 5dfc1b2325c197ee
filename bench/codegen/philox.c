/* SPDX-License-Identifier: MIT */
/* codegen: -g 4 -b 256 FILE philox i32:1000 u32:12345 buf:u32:1024>OUT */
#include <px.h>
__kernel __requires (grid (1), block (1), threads (256)) void
philox (int n, unsigned seed, unsigned *restrict out)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, unsigned *own = out + i)
    __group (thread, 1)
      if (i < n)
	{
	  unsigned a = i, b = 0, c = 1, d = 2, k0 = seed, k1 = seed + 1;
	  for (int round = 0; round < 10; round++)
	    {
	      unsigned long p = 0xd2511f53ul * a, q = 0xcd9e8d57ul * c;
	      a = (unsigned) (q >> 32) ^ b ^ k0;
	      c = (unsigned) (p >> 32) ^ d ^ k1;
	      b = (unsigned) q;
	      d = (unsigned) p;
	      k0 += 0x9e3779b9;
	      k1 += 0xbb67ae85;
	    }
	  unsigned r = a ^ b ^ c ^ d;
	  *own = r;
	}
}
