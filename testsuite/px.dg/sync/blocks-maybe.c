/* SPDX-License-Identifier: MIT */
/* Blocks that meet in some launches, and nothing orders them: the launch is named.  Each kernel has a
   neighbour whose blocks stay apart, or of which no such launch is known.  */
/* { dg-do compile } */
#include <px.h>

/* Turns of a loop whose parts overlap with those of the turn before.  */
__kernel __requires (threads (64)) void
halves (float *y, int n)
{
  int i = px_id (thread), s = px_units (thread);
  for (int m = 0; m < n; m += s)
    __each (thread, float *own = y + m / 2 + i)
      *own += 1;	/* { dg-warning {two blocks may meet at byte [0-9]+ of 'y', and blocks are not synchronised without 'cooperative': thread [0-9]+ of block [01], and thread [0-9]+ of block [01], where n [^\n]*PX403} } */
/* { dg-message {a write of another block is here} "" { target *-*-* } .-1 } */
/* { dg-message {if no launch is like this} "" { target *-*-* } .-2 } */
}

__kernel __requires (threads (64)) void
whole (float *y, int n)
{
  int i = px_id (thread), s = px_units (thread);
  for (int m = 0; m < n; m += s)
    __each (thread, float *own = y + m + i)
      *own += 1;
}

__kernel __requires (threads (64), cooperative) void
halves_in_turn (float *y, int n)
{
  int i = px_id (thread), s = px_units (thread);
  for (int m = 0; m < n; m += s)
    __each (thread, float *own = y + m / 2 + i)
      *own += 1;
}

__kernel __requires (threads (64)) __where (px_units (block) == 1) void
halves_of_one_block (float *y, int n)
{
  int i = px_id (thread), s = px_units (thread);
  for (int m = 0; m < n; m += s)
    __each (thread, float *own = y + m / 2 + i)
      *own += 1;
}

/* A step that is an argument.  */
__kernel __requires (threads (64)) void
step (float *y, int n, int m)
{
  int i = px_id (thread);
  for (int k = 0; k < n; k++)
    __each (thread, float *own = y + (long) k * m + i)
      *own += 1;	/* { dg-warning {two blocks may meet at [^\n]*PX403} } */
/* { dg-message {a write of another block is here} "" { target *-*-* } .-1 } */
/* { dg-message {if no launch is like this} "" { target *-*-* } .-2 } */
}

__kernel __requires (threads (64)) __where (m >= px_units (thread)) void
step_far (float *y, int n, int m)
{
  int i = px_id (thread);
  for (int k = 0; k < n; k++)
    __each (thread, float *own = y + (long) k * m + i)
      *own += 1;
}

/* What another block wrote is read.  */
__kernel __requires (threads (64)) void
mirror (float *y)
{
  int i = px_id (thread), s = px_units (thread);
  __each (thread, float *own = y + i)
    *own = i;
/* { dg-message {a write of another block is here} "" { target *-*-* } .-1 } */
  float v __perspective (thread) = y[s - 1 - i];	/* { dg-warning {two blocks may meet at [^\n]*PX403} } */
/* { dg-message {if no launch is like this} "" { target *-*-* } .-1 } */
  __each (thread, float *own = y + s + i)
    *own = v;
}

__kernel __requires (threads (64)) void
mirror_in_block (float *y)
{
  int i = px_id (thread), s = px_units (thread);
  __each (thread, float *own = y + i)
    *own = i;
  float v __perspective (thread) = y[i ^ 63];
  __each (thread, float *own = y + s + i)
    *own = v;
}

/* In a cluster blocks are ordered, clusters are not.  */
__kernel __requires (threads (64), cluster (2)) void
clusters (float *y, int m)
{
  int i = px_id (thread);
  __each (thread, float *own = y + i)
    *own = i;
/* { dg-message {a write of another block is here} "" { target *-*-* } .-1 } */
  float v __perspective (thread) = y[i + m];	/* { dg-warning {two blocks may meet at [^\n]*: thread [0-9]+ of block [0-9]+, and thread [0-9]+ of block [0-9]+, where m[^\n]*PX403} } */
/* { dg-message {if no launch is like this} "" { target *-*-* } .-1 } */
  __each (thread, float *own = y + px_units (thread) + i)
    *own = v;
}

__kernel __requires (threads (64), cluster (2)) __where (m >= 0, m < 128) void
in_cluster (float *y, int m)
{
  int i = px_id (thread);
  __each (thread, float *own = y + i)
    *own = i;
  float v __perspective (thread) = y[i ^ m];
  __each (thread, float *own = y + px_units (thread) + i)
    *own = v;
}

/* Of what is in memory no launch is known (sync/blocks-data.c), nor of what the user orders.  */
__kernel __requires (threads (64)) void
loaded (float *y, const int *at, int n)
{
  int i = px_id (thread);
  for (int k = 0; k < n; k++)
    __each (thread, float *own = y + at[k] + i)
      *own += 1;	/* { dg-warning {it is not decided whether two units of block\[1\] meet in 'y' .PX404.} } */
/* { dg-message {by one is here|by the other is here|computed here|state what} "" { target *-*-* } .-1 } */
/* { dg-message {computed here} "" { target *-*-* } .-3 } */
}

__kernel __requires (threads (64)) void
unsafe (float *y)
{
  int i = px_id (thread), s = px_units (thread);
  __each (thread, float *own = y + i)
    *own = i;
  float v __perspective (thread);
  __unsafe v = y[s - 1 - i];
  __each (thread, float *own = y + s + i)
    *own = v;
}

/* What blocks add to and then read; only added to, it is as good as added.  */
__kernel __requires (threads (64)) void
counted (int *y)
{
  int i = px_id (thread), s = px_units (thread);
  __group (thread, 1)
    px_atomic_add (&y[i], 1);
  int v __perspective (thread) = y[s - 1 - i];	/* { dg-warning {two blocks may meet at [^\n]*PX403} } */
/* { dg-message {if no launch is like this} "" { target *-*-* } .-1 } */
/* { dg-message {an atomic of another block is here} "" { target *-*-* } .-3 } */
  __each (thread, int *own = y + s + i)
    *own = v;
}

__kernel __requires (threads (64)) void
only_counted (int *y)
{
  int i = px_id (thread), s = px_units (thread);
  __group (thread, 1)
    px_atomic_add (&y[i], 1);
  __group (thread, 1)
    px_atomic_exchange (&y[s - 1 - i], 1);
}

/* One warning for an object.  */
__kernel __requires (threads (64)) void
once (float *y, int m)
{
  int i = px_id (thread);
  __each (thread, float *own = y + i)
    *own = 1;
/* { dg-message {a write of another block is here} "" { target *-*-* } .-1 } */
  __each (thread, float *own = y + m + i)
    *own = 2;	/* { dg-warning {two blocks may meet at [^\n]*PX403} } */
/* { dg-message {if no launch is like this} "" { target *-*-* } .-1 } */
  __each (thread, float *own = y + 2 * m + i)
    *own = 3;
}
