/* SPDX-License-Identifier: MIT */
/* Values that go on with a loop of constants are those of that loop: twice as much each time, half as
   much in a loop after it, also where both are in another loop.  r1-closed-loop-bad.c: where they reach
   0, or nobody knows.  */
/* { dg-do compile } */
#include <px.h>

enum { T = 64 };

#define STEP \
  __partition (thread, 1, int *w = s + 2 * t * by) \
    __group (thread, 1) \
      if (t < d) \
	w[2 * by - 1] += w[by - 1];

__kernel __requires (grid (1), block (1), threads (T), smem (8 * T + 4)) void
sweeps (int *out)
{
  __partition (block, 1, int *mine = out + px_id (block) * T)
    __group (block, 1)
      {
	__shared int s[2 * T];
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *w = s + 2 * t)
	  w[0] = w[1] = t;
	int by = 1;
	for (int d = T; d > 0; d /= 2)
	  {
	    STEP
	    by *= 2;
	  }
	for (int d = 1; d < 2 * T; d *= 2)
	  {
	    by /= 2;
	    STEP
	  }
	__partition (thread, 1, int *q = mine + t)
	  *q = s[t];
      }
}

/* The second loop starts where the first one ends, with 64.  */
__kernel __requires (grid (1), block (1), threads (T)) void
halved (int *p)
{
  __partition (thread, 1, int *w = p + 64 * px_id (thread))
    __group (thread, 1)
      {
	int s;
	for (s = 1; s < 64; s *= 2)
	  ;
	for (; s > 1; s /= 2)
	  w[s] = 1;
	w[1] = 2;
      }
}

__kernel __requires (grid (1), block (1), threads (T)) void
in_another_loop (int *out)
{
  __partition (block, 1, int *mine = out + px_id (block) * (8 * T))
    __group (block, 1)
      {
	int t __perspective (thread, 1) = px_id (thread);
	for (int k = 0; k < 4; k++)
	  {
	    int by = 1;
	    for (int d = 1; d < 4; d *= 2)
	      by *= 2;
	    for (int d = 1; d < 4; d *= 2)
	      {
		by /= 2;
		__partition (thread, 1, int *w = mine + t * by)
		  *w = t;
	      }
	  }
      }
}
