/* SPDX-License-Identifier: MIT */
/* What is const may be broader than the code that names it for copies, as it may where a copy
   takes it without such a name (Prism, Fig. 13).  */
/* { dg-do run } */
#include "../aux/t.h"

__kernel __requires (grid (1), block (1), threads (64), smem (16)) void
f (const int *in, int *out)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * 64)
    __group (block, 1)
      {
	__shared int x[4];
	int t __perspective (thread, 1) = px_id (thread);
	__async (int *to = x)
	  __async (const int *from = in)
	    __split (thread)
	      {
		__case (1)
		  px_cp_async (to, from + b * 4, 16);
	      }
	__partition (thread, 1, int *q = o + t)
	  *q = x[t % 4] + t;
      }
}

int
main (void)
{
  enum { BLOCKS = 3 };
  int in[4 * BLOCKS], out[64 * BLOCKS];
  for (int i = 0; i < 4 * BLOCKS; i++)
    in[i] = 77 * i;
  int *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out);
  LAUNCH (BLOCKS, 64, f, d, o);
  t_back (out, o, sizeof out);
  for (int i = 0; i < 64 * BLOCKS; i++)
    CHECK (out[i] == in[i / 64 * 4 + i % 4] + i % 64);
  return 0;
}
