/* SPDX-License-Identifier: MIT */
/* More named barriers for callees than there are: of a block of unknown size, of a function's
   own signature, of units of two sizes together.  */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (64), barriers (1)) void one (int *v);
__device __requires (thread (128), barriers (2)) void two (int *v);

__kernel __requires (grid (1), block (1), thread (64)) void
f (int *v)
{
  __partition (thread, 64, int *p = v + 64 * px_id (thread, 64))
    __group (thread, 64)
      one (p); /* { dg-error "the functions that are called from here on need 16 named barriers in all, and 'f' has 15 for them .PX704." } */
}

__kernel __requires (grid (1), block (1), threads (960)) void
f_known (int *v)
{
  __partition (thread, 64, int *p = v + 64 * px_id (thread, 64))
    __group (thread, 64)
      one (p);
}

__device __requires (thread (128), barriers (1)) void
g (int *v)
{
  __partition (thread, 64, int *p = v + 64 * px_id (thread, 64))
    __group (thread, 64)
      one (p); /* { dg-error "need 2 named barriers in all, and 'g' has 1 for them .PX704." } */
}

__device __requires (thread (128), barriers (2)) void
g_enough (int *v)
{
  __partition (thread, 64, int *p = v + 64 * px_id (thread, 64))
    __group (thread, 64)
      one (p);
}

__kernel __requires (grid (1), block (1), threads (512)) void
h (int *v)
{
  __partition (thread, 128, int *p = v + 128 * px_id (thread, 128))
    __group (thread, 128)
      {
	two (p); /* { dg-error "need 16 named barriers in all, and 'h' has 15 for them .PX704." } */
	__partition (thread, 64, int *q = p + 64 * px_id (thread, 64))
	  __group (thread, 64)
	    one (q);
      }
}

__device __requires (thread (128), barriers (2)) void
own (int *v) /* { dg-error "'own' needs 3 named barriers, with those of what it calls more than its 'barriers' clause has .PX704." } */
/* { dg-message {with 'barriers \(3\)'} "" { target *-*-* } .-1 } */
{
  int t __perspective (thread, 1) = px_id (thread);
  int x __perspective (thread, 1) = v[127 - t]; /* { dg-message "a read of 'v'" } */
  __partition (thread, 1, int *p = v + t)
    *p = x; /* { dg-message "then a write" } */
  __partition (thread, 64, int *p = v + 64 * px_id (thread, 64))
    __group (thread, 64)
      one (p);
}
