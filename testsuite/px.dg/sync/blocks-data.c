/* SPDX-License-Identifier: MIT */
/* Whether blocks meet is in the data, and nothing orders them: it is said (PX404).  Each kernel has a
   neighbour that is right.  */
/* { dg-do compile } */
#include <px.h>

#define K __kernel __requires (threads (64)) void
#define SEEN __device __attribute__ ((noinline)) static

SEEN void add (int *p __perspective (grid, 1), int i) { px_atomic_add (p + i, 1); }
SEEN void add_at (int *p __perspective (grid, 1), const int *at, int i) { px_atomic_add (p + at[i], 1); }

/* What other blocks wrote is read where an index from memory says.  */
K gathered (int *y, const int *at, int *z)
{
  int i = px_id (thread);
  __each (thread, int *w = y + i)
    *w = i;	/* { dg-message {a write by one is here} } */
  __each (thread, int *w = z + i)
    *w = y[at[i]];	/* { dg-warning {it is not decided whether two units of block\[1\] meet in 'y' .PX404.} } */
/* { dg-message {a read by the other is here|computed here|state what keeps them apart} "" { target *-*-* } .-1 } */
}

K gathered_before (const int *y, const int *at, int *z)
{
  int i = px_id (thread);
  __each (thread, int *w = z + i)
    *w = y[at[i]];
}

__kernel __requires (threads (64), cooperative) void
gathered_in_turn (int *y, const int *at, int *z)
{
  int i = px_id (thread);
  __each (thread, int *w = y + i)
    *w = i;
  __each (thread, int *w = z + i)
    *w = y[at[i]];
}

__kernel __requires (threads (64)) __where (px_units (block) == 1) void
gathered_by_one (int *y, const int *at, int *z)
{
  int i = px_id (thread);
  __each (thread, int *w = y + i)
    *w = i;
  __each (thread, int *w = z + i)
    *w = y[at[i]];
}

/* A function that is called finds the place; or is told it.  */
K counted (int *y, const int *at, int *z)
{
  int i = px_id (thread);
  __group (thread, 1)
    add_at (y, at, i);	/* { dg-message {by one is here} } */
  __each (thread, int *w = z + i)
    *w = y[i];	/* { dg-warning {it is not decided whether two units of block\[1\] meet in 'y' .PX404.} } */
/* { dg-message {a read by the other is here|state what keeps them apart} "" { target *-*-* } .-1 } */
/* { dg-message {by 'add_at', which it calls, here} "" { target *-*-* } 11 } */
}

K counted_told (int *y, const int *at, int *z)
{
  int i = px_id (thread);
  __group (thread, 1)
    add (y, at[i]);	/* { dg-message {by one is here|computed here} } */
  __each (thread, int *w = z + i)
    *w = y[i];	/* { dg-warning {it is not decided whether two units of block\[1\] meet in 'y' .PX404.} } */
/* { dg-message {a read by the other is here|state what keeps them apart} "" { target *-*-* } .-1 } */
/* { dg-message {by 'add', which it calls, here} "" { target *-*-* } 10 } */
}

K only_counted (int *y, const int *at)
{
  int i = px_id (thread);
  __group (thread, 1)
    add_at (y, at, i);
  __group (thread, 1)
    add (y, at[i]);
}

K own (int *y, int *z)
{
  int i = px_id (thread);
  __group (thread, 1)
    add (y, i);
  __each (thread, int *w = z + i)
    *w = y[i];
}

K unsafe (int *y, const int *at, int *z)
{
  int i = px_id (thread);
  __group (thread, 1)
    add_at (y, at, i);
  __each (thread, int *w = z + i)
    __unsafe *w = y[i];
}
