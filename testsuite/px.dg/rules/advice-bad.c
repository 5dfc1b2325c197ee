/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-show-column" } */
/* Errors say what to write instead.  */
#include <px.h>
#include <stdlib.h>

__kernel void
store (int n, const float *x, float *y)
{
  int i __perspective (thread, 1) = px_id (thread);
  __group (thread, 1)	/* { dg-message {'__partition \(thread, 1, float \*part = y \+ i\)' around this '__group' gives each thread a part: store to '\*part'} } */
    if (i < n)
      y[i] = x[i];	/* { dg-error "PX204" } */
}

__kernel void
store_broad (const float *x, float *y)
{
  int i __perspective (thread, 1) = px_id (thread);
  y[2 * i] = x[i];	/* { dg-error "PX204" } */
  /* { dg-message {'__partition \(thread, 1, float \*part = y \+ 2 \* i\)' around this gives} "" { target *-*-* } .-1 } */
  y[2 * i + 1] = x[i];	/* { dg-error "PX204" "the advice is given once" } */
}

__kernel void
condition (int n, const float *x, float *y)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, float *o = y + i)
    if (i < n)	/* { dg-error "PX103" } */
      *o = x[i];
  /* { dg-message {in '__group \(thread, 1\)' each unit decides for itself} "" { target *-*-* } .-2 } */
}

__kernel void
early (int n, float *y)
{
  int i __perspective (thread, 1) = px_id (thread);
  if (i >= n)	/* { dg-error "PX105" } */
    return;
  /* { dg-message {let the opposite condition hold what each unit does alone: '__group \(thread, 1\) if} "" { target *-*-* } .-2 } */
  __partition (thread, 1, float *o = y + i) *o = 1;
}

__kernel void
early_inside (int n, float *y)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, float *o = y + i)
    __group (thread, 1)
      {
	if (i >= n)
	  return;	/* { dg-error "PX104" } */
	/* { dg-message {let the opposite condition hold what follows} "" { target *-*-* } .-1 } */
	*o = 1;
      }
}

__kernel void
shared (void)
{
  __shared float s[4];	/* { dg-error "PX203" } */
  /* { dg-message {'__group \(block, 1\) . \.\.\. .' around it} "" { target *-*-* } .-1 } */
  (void) s;
}

__kernel __requires (grid (1), block (1), thread (32)) void
shared_inside (void)
{
  __group (thread, 1)	/* { dg-message {declare it before this '__group'} } */
    {
      __shared float s[4];	/* { dg-error "PX203" } */
      (void) s;
    }
}

__kernel __requires (grid (1), block (1), thread (32)) void
together (const float *x, float *y)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, float *o = y + i)
    __group (thread, 1)	/* { dg-message {the units of thread.32. do it together: write it before this '__group'} } */
      *o = px_shfl_xor (x[i], 1);	/* { dg-error "PX304" } */
}

__kernel void
together_unsaid (const float *x, float *y)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, float *o = y + i)
    *o = px_shfl_xor (x[i], 1);	/* { dg-error "PX304" } */
  /* { dg-message {is said by '__requires \(grid \(1\), block \(1\), thread \(32\)\)'} "" { target *-*-* } .-1 } */
}

__kernel void
number (int n, int *y)
{
  __group (thread, 1)	/* { dg-message {ask before this '__group': 'int i __perspective \(thread, 1\) = px_id \(thread, 1\)'} } */
    if (px_id (thread) < n)	/* { dg-error "PX304" } */
      px_atomic_add (y, 1);
}

__device static void add1 (float *p) { *p += 1; }	/* { dg-message "if 'add1' only reads there" } */

__kernel void
argument (int n, float *y)
{
  int i __perspective (thread, 1) = px_id (thread);
  __group (thread, 1)	/* { dg-message {'__partition \(thread, 1, float \*part = y \+ \.\.\.\)' around this '__group' gives each unit a part: pass 'part'} } */
    if (i < n)
      add1 (y + i);	/* { dg-error "PX303" } */
}

__kernel void
hidden (const float *x, float *y)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, float *o = y + i)
    *o = y[i] + x[i];	/* { dg-error "PX205" } */
  /* { dg-message {use 'o' for what is its part} "" { target *-*-* } .-1 } */
}

__kernel void
loaded (float **rows)
{
  int i __perspective (thread, 1) = px_id (thread);
  rows[i][0] = 1;	/* { dg-error "PX204" } */
  /* { dg-message {let a parameter lead to all of it, and load an index} "" { target *-*-* } .-1 } */
}

__kernel void
heap (float *y)
{
  __partition (thread, 1, float *o = y + px_id (thread))
    *o = *(float *) malloc (4);	/* { dg-error "PX506" } */
  /* { dg-message {the host allocates before the launch, with 'px_alloc'} "" { target *-*-* } .-1 } */
}

__kernel void
half (const float *x, float *y)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, float *o = y + i)
    *o = (_Float16) x[i];	/* { dg-error "PX502" "" { target gcc12 } } */
  /* { dg-message {a number of 16 bits is a 'px_half' here} "" { target gcc12 } .-1 } */
  /* { dg-error {'_Float16' is not supported} "" { target !gcc12 } .-2 } */
}

/* What to write instead.  */
/* { dg-message {'y' is declared here} "" { target *-*-* } 9 } */
/* { dg-message {'y' is declared here} "" { target *-*-* } 18 } */
/* { dg-message {the code perspective was set here} "" { target *-*-* } 27 } */
/* { dg-message {the code perspective was set here} "" { target *-*-* } 37 } */
/* { dg-message {'__group' begins here} "" { target *-*-* } 51 } */
/* { dg-message {the code perspective was set here} "" { target *-*-* } 83 } */
/* { dg-message {the code perspective was set here} "" { target *-*-* } 88 } */
/* { dg-message {the code perspective was set here} "" { target *-*-* } 99 } */
/* { dg-message {'p' is declared here} "" { target *-*-* } 104 } */
/* { dg-message {'__partition' begins here} "" { target *-*-* } 119 } */
