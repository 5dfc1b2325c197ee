/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Where parts meet only if an unsigned number wraps around, the warning says so; in size_t they do not.  */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64)) void
wraps (float *y, unsigned n)
{
  unsigned b = px_id (block);
  __each (block, float *o = y + b * n)	/* { dg-warning {it is not decided whether two units of block.1. meet in 'y' .PX404.} } */
	/* { dg-message {state what keeps them apart} "" { target *-*-* } .-1 } */
    {
      unsigned t = px_id (thread);
      if (n >= 64)
	__each (thread, float *p = o + t)
	  *p = t;	/* { dg-message {a write by one is here} } */
	/* { dg-message {that depends on the values of 'n'} "" { target *-*-* } .-1 } */
	/* { dg-message {they do not if no unsigned number wraps around on the way: compute the index in 'size_t'} "" { target *-*-* } .-2 } */
    }
}

/* What is not apart in mathematics either.  */
__kernel __requires (grid (1), block (1), threads (64)) void
overlap (float *y, unsigned n)
{
  unsigned b = px_id (block);
  __each (block, float *o = y + b * (n % 77))	/* { dg-warning {may give byte} } */
	/* { dg-message {if no launch is like this} "" { target *-*-* } .-1 } */
    {
      unsigned t = px_id (thread);
      __each (thread, float *p = o + t)
	*p = t;	/* { dg-message {a write by one is here} } */
	/* { dg-message {a write by the other is here} "" { target *-*-* } .-1 } */
    }
}

__kernel __requires (grid (1), block (1), threads (64)) void
does_not (float *y, unsigned n)
{
  unsigned b = px_id (block);
  __each (block, float *o = y + (size_t) b * n)
    {
      unsigned t = px_id (thread);
      if (n >= 64)
	__each (thread, float *p = o + t)
	  *p = t;
    }
}
