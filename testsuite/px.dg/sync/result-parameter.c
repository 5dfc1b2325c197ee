/* SPDX-License-Identifier: MIT */
/* A pointer that a function of the file returns leads where its parameters do, and not to what else
   memory may lead to.  Its neighbour returns one that it loads.  */
/* { dg-do compile } */
#include <px.h>

#define SEEN __device __attribute__ ((noinline)) static

SEEN const int *further (const int *p, int i) { return p + i; }
SEEN const int *one_of (const int *p, const int *q, int i) { return i & 1 ? p : q + 1; }
SEEN const int *found (const int *const *p, int i) { return p[i]; }

__kernel __requires (threads (64)) void
given (const int *y, int *z)
{
  int i = px_id (thread);
  __each (thread, int *w = z + i)
    *w = *further (y, i) + *one_of (y, y + 64, i);
}

__kernel __requires (threads (64), smem (1024)) void
in_block (int *z)
{
  int b = px_id (block);
  __each (block, int *o = z + b * 64)
    {
      __shared int x[64];
      int t = px_id (thread);
      __each (thread, int *w = x + t)
	*w = t;
      __each (thread, int *w = o + t)
	*w = *further (x, 63 - t);
    }
}

__kernel __requires (threads (64)) void
loaded (const int *const *y, int *z)
{
  int i = px_id (thread);
  __each (thread, int *w = z + i)	/* { dg-message {restrict} "" { target *-*-* } .-3 } */
    *w = *found (y, i);	/* { dg-error {a pointer that was loaded from memory may lead to 'z' here[^\n]*PX208} } */
/* { dg-message {'z' is written here, in a view of its own} "" { target *-*-* } .-1 } */
}
