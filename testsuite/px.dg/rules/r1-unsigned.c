/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Where parts meet only if an unsigned number wraps around, the warning says so; in size_t they do not.
   So may products of sizes that are of 64 bits, where nothing says how large these are.  */
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

/* Rows of N numbers, a thread each.  */
#define ROWS(NAME, FACTS) \
  __kernel __requires (grid (1), threads (64)) FACTS void \
  NAME (float *y, size_t n, size_t rows) \
  { \
    size_t t = px_id (thread); \
    __each (thread, float *row = y + t * n) \
      if (t < rows) \
	for (size_t k = 0; k < n; k++) \
	  row[k] = 0; \
  }
ROWS (any_size, )	/* { dg-warning {it is not decided whether two units of thread.1. meet in 'y' .PX404.} } */
/* { dg-message {a write by one is here} "" { target *-*-* } .-1 } */
/* { dg-message {that depends on the values of 'n'} "" { target *-*-* } .-2 } */
/* { dg-message {they do not where these are less than 2147483648, so that no product wraps around} "" { target *-*-* } .-3 } */
/* { dg-message {state what keeps them apart} "" { target *-*-* } .-4 } */
ROWS (some_size, __where (n < 2147483648))
