/* SPDX-License-Identifier: MIT */
/* A thread's number is not negative and less than the block's threads, whose number is known: it
   is divided by a shift, and nothing reads %ntid; no mask stays but that of the remainder.  */
/* { dg-do assemble } */
/* { dg-final { scan-ptx-not {shr\.[a-z0-9]+ %\w+, %\w+, (31|28)} } } */
/* { dg-final { scan-ptx-not {%ntid} } } */
/* { dg-final { scan-ptx-times {and\.b32} 1 } } */
/* { dg-final { scan-ptx {and\.b32 %\w+, %\w+, 15;} } } */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64)) void
f (int *restrict out)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *mine = out + b * 64)
    __group (block, 1)
      {
	int t __perspective (thread, 1) = px_id (thread);
	int n = px_units (thread);
	__partition (thread, 1, int *o = mine + t)
	  *o = 7 * (t % 16) + t / 16 + n;
      }
}
