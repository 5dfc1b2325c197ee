/* SPDX-License-Identifier: MIT */
/* The remainder is the quotient's.  */
/* { dg-do assemble } */
/* { dg-final { scan-ptx-not {rem\.} } } */
/* { dg-final { scan-ptx-times {div\.s32} 1 } } */
#include <px.h>

__kernel __requires (grid (1), threads (64)) void
f (int *restrict out, int n)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *o = out + t)
    *o = 7 * (t % n) + t / n;
}
