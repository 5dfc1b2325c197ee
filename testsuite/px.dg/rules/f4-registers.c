/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-final { scan-ptx {^\s*\.target\s+sm_90a} } } */
/* { dg-final { scan-ptx {\.reqntid 384} } } */
#include "../aux/t.h"

__kernel __requires (grid (1), block (1), threads (384)) void
f (int *p __perspective (grid, 1))
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *q = p + b)
    __group (block, 1)
      __split (thread)
	{
	  __case (256)
	    {
	      px_setmaxnreg_inc (232);
	      px_atomic_add (q, 1000);
	    }
	  __case (128)
	    {
	      px_setmaxnreg_dec (40);
	      px_atomic_add (q, 1);
	    }
	}
}

int
main (void)
{
  int got = 0, *d = t_dev (&got, sizeof got);
  LAUNCH (1, 384, f, d);
  t_back (&got, d, sizeof got);
  CHECK (got == 256128);
  return 0;
}
