/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-final { scan-ptx {st\.relaxed\.gpu\.shared} } } */
/* { dg-final { scan-ptx {ld\.volatile\S*\.shared|ld\.shared} } } */
/* Accesses by intrinsics to shared memory, whose address is a constant.  */
#include "../aux/t.h"

__kernel __requires (grid (1), block (1), threads (64), smem (256)) void
f (int *out, int n)
{
  __partition (block, 1, int *o = out + px_id (block) * 64)
    __group (block, 1)
      {
	__shared int before[8], flag[1];
	__shared px_int4 four;
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *w = before + t)
	  __group (thread, 1)
	    if (t < 8)
	      *w = t;
	__claim (thread, 1, int *w = flag)
	  __claim (thread, 1, px_int4 *q = &four)
	    __split (thread)
	      __case (1)
		{
		  *w = 0;
		  px_st4 (&q->x, ((px_int4) { 1, 2, 3, 4 }));
		}
	__group (thread, 1)
	  if (t < n)
	    px_atomic_store (flag, 1);
	__partition (thread, 1, int *w = o + t)
	  *w = px_ld (flag) + before[7] + px_ld4 (&four.x).w;
      }
}

int
main (void)
{
  int out[64];
  for (int n = 0; n <= 64; n += 64)
    {
      int *d = t_dev (0, sizeof out);
      LAUNCH (1, 64, f, d, n);
      t_back (out, d, sizeof out);
      for (int i = 0; i < 64; i++)
	CHECK (out[i] == (n > 0) + 11);
    }
  return 0;
}
