/* SPDX-License-Identifier: MIT */
/* Blocks that exchange data without a grid-wide barrier; in loops, under conditions.
   One function's errors hide none of another's.  */
/* { dg-do compile } */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (32)) void
first (float *x, float *y)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, float *p = y + i)
    *p = 1;
/* { dg-message {a write of another block is here} "" { target *-*-* } .-1 } */
  __partition (thread, 1, float *p = x + i)
    *p = y[0];	/* { dg-error {'y' is used here after another block used it, and blocks are not synchronised without 'cooperative' .PX702.} } */
}

__kernel __requires (grid (1), block (3), threads (32)) void
all (float *x, float *y)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, float *p = y + i)
    *p = 1;
/* { dg-message {a write of another block is here} "" { target *-*-* } .-1 } */
  __partition (thread, 1, float *p = x + i)
    __group (thread, 1)
      for (int k = 0; k < 96; k++)
	*p += y[k];	/* { dg-error {'y' is used here after another block[^\n]*PX702} } */
}

__kernel __requires (grid (1), block (1), threads (32)) void
neighbour (float *x, float *y)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, float *p = y + i)
    *p = 1;
/* { dg-message {a write of another block is here} "" { target *-*-* } .-1 } */
  __partition (thread, 1, float *p = x + i)
    __group (thread, 1)
      *p = i > 0 ? y[i - 1] : 0;	/* { dg-error {'y' is used here after another block[^\n]*PX702} } */
}

/* How often the loop runs is not known: it is wrong when it does.  */
__kernel __requires (grid (1), block (1), threads (32)) void
steps (float *x, float *y, int n)
{
  int i __perspective (thread, 1) = px_id (thread);
  for (int s = 0; s < n; s++)
    {
      __partition (thread, 1, float *p = y + i)
	__group (thread, 1)
	  *p = x[i + 1];
/* { dg-message {a write of another block is here} "" { target *-*-* } .-1 } */
/* { dg-message {a read of another block is here} "" { target *-*-* } .-2 } */
      __partition (thread, 1, float *p = x + i)	/* { dg-bogus {PX401} } */
	__group (thread, 1)
	  *p = y[i + 1];	/* { dg-error {'y' is used here after another block[^\n]*PX702} } */
/* { dg-error {'x' is used here after another block[^\n]*PX702} "" { target *-*-* } .-1 } */
    }
}

/* Whether blocks meet depends on n: a warning that names it (sync/blocks-maybe.c).  */
__kernel __requires (grid (1), block (1), threads (32)) void
open (float *x, float *y, int n)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, float *p = y + i)
    *p = 1;
/* { dg-message {a write of another block is here} "" { target *-*-* } .-1 } */
  __partition (thread, 1, float *p = x + i)
    *p = y[n - i];	/* { dg-warning {two blocks may meet at byte 0 of 'y', and blocks are not synchronised without 'cooperative': thread 0 of block 0, and thread 0 of block 1, where n = 32 .PX403.} } */
/* { dg-message {if no launch is like this} "" { target *-*-* } .-1 } */
  for (int blocks = px_units (block); blocks < 2; blocks++)	/* there is one then */
    {
      __partition (thread, 1, float *p = y + i)
	*p = 1;
      __partition (thread, 1, float *p = x + i)
	*p = y[0];
    }
}
