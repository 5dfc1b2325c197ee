/* SPDX-License-Identifier: MIT */
/* Several operands of 16 bits, without optimisation.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-debug" } */
#include "../aux/t.h"

__kernel __requires (grid (1), block (1), threads (32)) void
f (px_half *sum, px_half *old)
{
  __group (block, 1)
    __group (thread, 1)
      __unsafe
	{
	  px_halfx8 v = { };
	  v.x = px_to_half (1.f);
	  v.d = px_to_half (2.f);
	  v = px_atomic_add8 (sum, v);
	  px_atomic_add (old, v.x);
	}
}

int
main (void)
{
  px_half sum[8] = { }, old = { };
  px_half *s = t_dev (sum, sizeof sum), *o = t_dev (&old, sizeof old);
  LAUNCH (1, 32, f, s, o);
  t_back (sum, s, sizeof sum);
  t_back (&old, o, sizeof old);
  CHECK (sum[0].bits == 0x5000 && sum[7].bits == 0x5400 && !sum[1].bits && !sum[6].bits);	/* 32, 64 */
  CHECK (old.bits == 0x5fc0);	/* 0 + 1 + ... + 31 */
  return 0;
}
