/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Loops whose test counts: the counter of the next turn is one further than what was compared, in the last turn the
   bound itself.  A thread's part that begins one element before the end of its neighbour's last turn is not apart.  */
#include <px.h>

#define KERNEL(name, first, test, part) \
  __kernel __requires (grid (1), block (1), threads (64)) void \
  name (int *out, int n) \
  { \
    px_assume (n > 1 && n < 1000); \
    __partition (thread, 1, int *o = out + px_id (thread) * (part)) \
      __group (thread, 1) \
	{ \
	  int i = first; \
	  do \
	    o[i] = n; \
	  while (test); \
	} \
  }

KERNEL (up, 0, i++ < n, n + 1)
KERNEL (up_bad, 0, i++ < n, n)		/* { dg-warning {thread 0 of block 0, and thread 1 of block 0, where n = 2 .PX403.} } */
/* { dg-message {is here|state why} "" { target *-*-* } .-1 } */
KERNEL (equal, 0, i++ != n, n + 1)
KERNEL (equal_bad, 0, i++ != n, n)	/* { dg-warning {thread 0 of block 0, and thread 1 of block 0, where n = 2 .PX403.} } */
/* { dg-message {is here|state why} "" { target *-*-* } .-1 } */
KERNEL (constant, 0, i++ < 10, 11)
KERNEL (constant_bad, 0, i++ < 10, 10)	/* { dg-error {thread 1 of block 0, and thread 0 of block 0 .PX401.} } */
/* { dg-message {is here|state why} "" { target *-*-* } .-1 } */
KERNEL (most, 0, i++ <= 9, 11)
KERNEL (most_bad, 0, i++ <= 9, 10)		/* { dg-error {thread 1 of block 0, and thread 0 of block 0 .PX401.} } */
/* { dg-message {is here|state why} "" { target *-*-* } .-1 } */
KERNEL (down, n, i-- > 0, n + 1)
KERNEL (down_bad, n, i-- > 0, n)	/* { dg-warning {thread 0 of block 0, and thread 1 of block 0, where n = 2 .PX403.} } */
/* { dg-message {is here|state why} "" { target *-*-* } .-1 } */
KERNEL (unequal, n, i-- != 0, n + 1)
KERNEL (unequal_bad, n, i-- != 0, n)	/* { dg-warning {thread 0 of block 0, and thread 1 of block 0, where n = 2 .PX403.} } */
/* { dg-message {is here|state why} "" { target *-*-* } .-1 } */
KERNEL (least, n, i-- >= 1, n + 1)
KERNEL (least_bad, n, i-- >= 1, n)	/* { dg-warning {thread 0 of block 0, and thread 1 of block 0, where n = 2 .PX403.} } */
/* { dg-message {is here|state why} "" { target *-*-* } .-1 } */
KERNEL (below, n, i-- > -2, n + 3)
KERNEL (below_bad, n, i-- > -2, n + 2)	/* { dg-warning {thread 0 of block 0, and thread 1 of block 0, where n = 2 .PX403.} } */
/* { dg-message {is here|state why} "" { target *-*-* } .-1 } */
