/* SPDX-License-Identifier: MIT */
/* Two comparisons are joined as predicates: before the loop, which "exits" has made of one test, in it, and of an arm.  */
/* { dg-do assemble } */
/* { dg-final { scan-ptx-times {and\.pred} 3 { target gcc12 } } } */
#include <px.h>

__kernel __requires (grid (1), threads (64)) void
f (const unsigned *restrict in, unsigned *restrict out, unsigned mask, unsigned key)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, unsigned *o = out + t) __group (thread, 1)
    {
      unsigned x = t, found;
      while ((found = in[x & mask]) != key && found != 0xffffffffu)
	x++;
      *o = found == 0xffffffffu ? 0 : in[mask + 1 + (x & mask)];
    }
}

__kernel __requires (grid (1), threads (64)) void
g (const float *restrict in, float *restrict out, int n)
{
  int t __perspective (thread, 1) = px_id (thread);
  int y __perspective (thread, 1) = t - n / 3;
  __partition (thread, 1, float *o = out + t) __group (thread, 1)
    *o = y >= 0 && y < n ? in[y] : 0;
}
