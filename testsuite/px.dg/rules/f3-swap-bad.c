/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* The address of a variable that units have together is not given away: it is no memory of which they could have parts.  */
#include <px.h>

__device static inline void
swap (float **a, float **b)	/* { dg-message {'a' is declared here} } */
{
  float *t = *a;	/* { dg-message {'b' is declared here} "" { target *-*-* } .-2 } */
  *a = *b;
  *b = t;
}

__kernel __requires (grid (1), block (1), threads (64)) void
turns (float *x, float *y, int n)
{
  int t = px_id (thread);
  float *a = x, *b = y;
  for (int i = 0; i < n; i++)
    {
      __each (thread, float *q = a + t)
	*q = b[t] + i;
      swap (&a, &b);	/* { dg-error {argument 1 of 'swap' must be a view at thread.1., but is one at grid.1. .PX303.} } */
	/* { dg-message {the units of grid.1. have one 'a' together: let 'swap' return the new value, or write a macro instead of it} "" { target *-*-* } .-1 } */
    }
}

/* { dg-message "only reads there" "" { target *-*-* } 7 } */
