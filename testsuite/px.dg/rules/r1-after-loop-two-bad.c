/* SPDX-License-Identifier: MIT */
/* A loop behind one that is left at two places, with another start by each: r1-after-loop-two.c has
   one start.  */
/* { dg-do compile } */
/* { dg-additional-options "-fno-show-column" } */
#include <px.h>

enum { T = 64 };

__kernel __requires (grid (1), block (1), threads (T)) void
two_starts (int *out, const int *in, int most)
{
  __partition (block, 1, int *mine = out + px_id (block) * (2 * T)) /* { dg-warning "PX404" } */
    /* { dg-message "state what keeps them apart" "" { target *-*-* } .-1 } */
    __group (block, 1)
      {
	int t __perspective (thread, 1) = px_id (thread);
	int n = 0, k = 0;
	for (;;)
	  {
	    n++;
	    if (!in[n])
	      break;
	    if (n >= most)
	      {
		k = 1;
		break;
	      }
	  }
	for (int end = k + 2; k < end; k++)
	  __partition (thread, 1, int *q = mine + k * T + t)
	    *q = n; /* { dg-message "a write by one is here" } */
      }
}
