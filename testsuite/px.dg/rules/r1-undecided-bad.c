/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* What R1 does not decide is told, with the values that would have to be known.  */
#include <px.h>

__kernel __requires (threads (64)) void
loaded (float *out, const int *to)
{
  int i = px_id (thread);
  int at = to[i];
  __each (thread, float *o = out + at)	/* { dg-warning {it is not decided whether two units of thread.1. meet in 'out' .PX404.} } */
    *o = 1;	/* { dg-message {a write by one is here} } */
  /* { dg-message {that depends on the values of 'at'} "" { target *-*-* } .-1 } */
  /* { dg-message {state what keeps them apart} "" { target *-*-* } .-3 } */
}

__kernel __requires (threads (64)) void
unnamed (float *out, const int *to)
{
  int i = px_id (thread);
  __each (thread, float *o = out + to[i])	/* { dg-warning {it is not decided whether two units of thread.1. meet in 'out' .PX404.} } */
    /* { dg-message {that depends on the value that is computed here} "" { target *-*-* } .-1 } */
    *o = 1;	/* { dg-message {a write by one is here} } */
  /* { dg-message {state what keeps them apart} "" { target *-*-* } .-3 } */
}

__kernel __requires (threads (64)) void
floating (float *out, float step)
{
  int i = px_id (thread);
  __each (thread, float *o = out + (int) (i * step))	/* { dg-warning {it is not decided whether two units of thread.1. meet in 'out' .PX404.} } */
    /* { dg-message {that depends on the value that is computed here} "" { target *-*-* } .-1 } */
    *o = 1;	/* { dg-message {a write by one is here} } */
  /* { dg-message {state what keeps them apart} "" { target *-*-* } .-3 } */
}

/* Pointers to two objects: what is at an offset of the one is not in the other.  */
__kernel __requires (threads (64)) void
objects (float *restrict a, float *restrict b, int n)
{
  int i = px_id (thread);
  __partition (thread, float *o = a + i)	/* { dg-warning {it is not decided whether two units of thread.1. meet in 'a' .PX404.} } */
    __partition (thread, float *p = b + i)	/* { dg-warning {it is not decided whether two units of thread.1. meet in 'b' .PX404.} } */
      __group (thread)
	{
	  float *all[2] = { o, p + 1000 };
	  all[n >> 1 & 1] = o;
	  float *w = all[n & 1];
	  *w = 1;	/* { dg-message {a write by one is here} } */
/* { dg-message {which bytes this accesses is not understood} "" { target *-*-* } .-1 } */
/* { dg-message {state what keeps them apart} "" { target *-*-* } .-9 } */
/* { dg-message {state what keeps them apart} "" { target *-*-* } .-9 } */
	}
}
