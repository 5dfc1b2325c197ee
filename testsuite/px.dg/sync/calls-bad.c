/* SPDX-License-Identifier: MIT */
/* What a function does that is not inlined is the caller's defect: units of a partition that
   meet in it, order that nothing can make where the call stands, an array that it leaves.  */
/* { dg-do compile } */
#include <px.h>

#define NOT_INLINED __attribute__ ((noinline))

__device NOT_INLINED void
two (int *p)
{
  __group (thread, 1)
    {
      p[0] = 1;		/* { dg-message "by .two., which it calls, here" } */
      p[1] = 2;		/* { dg-message "by .two., which it calls, here" } */
    }
}

__device NOT_INLINED int
at (const int *p __perspective (block, 1), int i)
{
  return p[i];	/* { dg-message "by .at., which it calls, here" } */
}

__kernel __requires (grid (1), block (1), threads (64), smem (512)) void
f (int *out)
{
  __partition (block, 1, int *o = out + px_id (block) * 64)
    __group (block, 1)
      {
	__shared int a[64];
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *w = a + t)	/* { dg-error {byte 4 of 'a' to two units of thread\[1\][^\n]*PX401} } */
	  two (w);	/* { dg-error {outside of 'a': at byte 256 of 256, by thread 63[^\n]*PX402} } */
	/* { dg-message "a use by" "" { target *-*-* } .-1 } */
	__partition (thread, 1, int *w = o + t)
	  *w = a[t];
      }
}

__kernel __requires (grid (1), block (1), threads (64), smem (512)) void
g (int *out)
{
  __partition (block, 1, int *o = out + px_id (block) * 64)
    __group (block, 1)
      {
	__shared int a[64];
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *w = a + t)
	  *w = t;
	int x __perspective (thread, 1) = at (a, t + 1);	/* { dg-error {PX402} } */
	__partition (thread, 1, int *w = o + t)
	  *w = x;
      }
}
