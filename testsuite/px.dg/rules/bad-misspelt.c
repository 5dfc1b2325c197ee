/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-O2 -Wall -fno-show-column" } */
/* Keywords that are spelt otherwise: one error each, and none of what follows from it.  */
#include <px.h>

__kernal void f0 (int n, float *p)	/* { dg-error {'__kernal' is not known; it is spelt '__kernel' .PX608.} } */
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, float *q = p + i)
    __group (thread, 1)
      if (i < n)
	*q = 1;
}

kernel void f1 (float *p)	/* { dg-error {'kernel' is not known; it is spelt '__kernel' .PX608.} } */
{
  __partition (thread, 1, float *q = p + px_id (thread)) *q = 1;
}

__kernel void
f2 (float *p)
{
  __partiton (thread, 1, float *q = p + px_id (thread))	/* { dg-error {'__partiton' is not known; it is spelt '__partition' .PX608.} } */
    *q = 1;
}

__kernel void
f3 (float *p)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, float *q = p + i)
    __groups (thread, 1)	/* { dg-error {'__groups' is not known; it is spelt '__group' .PX608.} } */
      if (i)
	*q = 1;
}

__kernel void
f4 (float *p)
{
  int i __perpective (thread, 1) = px_id (thread);	/* { dg-error {'__perpective' is not known; it is spelt '__perspective' .PX608.} } */
  __partition (thread, 1, float *q = p + i) *q = 1;
}

__kernel __require (grid (1), block (1)) void	/* { dg-error {'__require' is not known; it is spelt '__requires' .PX608.} } */
f5 (float *p)
{
  __partition (thread, 1, float *q = p + px_id (thread)) *q = 1;
}

/* All else in the unit is judged.  */
__kernel void
f6 (float *p)
{
  p[0] = 1;	/* { dg-error "PX204" } */
}

/* What to write instead.  */
/* { dg-message {'p' is declared here} "" { target *-*-* } 53 } */
/* { dg-message {'__partition .thread, 1, float \*part = p \+ 0.' around this gives} "" { target *-*-* } 55 } */
