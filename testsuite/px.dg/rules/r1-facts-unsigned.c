/* SPDX-License-Identifier: MIT */
/* A fact that limits an unsigned number keeps a counter from wrapping around; a condition that all
   blocks share chooses between two offsets.  r1-facts-unsigned-bad.c: without.  */
/* { dg-do compile } */
#include <px.h>

enum { T = 64 };

__kernel __requires (grid (1), block (1), threads (T)) void
steps (unsigned n, float *out)
{
  unsigned b __perspective (block, 1) = px_id (block), all = px_units (block);
  px_assume (n <= 0x7fffffff);
  __partition (block, 1, float *o = out + b * T)
    __group (block, 1)
      {
	unsigned t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, float *p = o + t)
	  __group (thread, 1)
	    for (unsigned i = b * T + t; i < n; i += all * T)
	      p[i - b * T - t] = 0;
      }
}

__kernel __requires (grid (1), block (1), threads (T)) void
either (int n, int up, float *out)
{
  int b __perspective (block, 1) = px_id (block);
  int at __perspective (block, 1) = up ? b : n - b;
  __partition (block, 1, float *o = out + at * T)
    __group (block, 1)
      {
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, float *p = o + t)
	  *p = 0;
      }
}
