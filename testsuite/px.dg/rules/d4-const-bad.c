/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* What a parameter points to as const is not written, not after a cast either: callers
   pass what others read. */
#include <px.h>
#include <string.h>

union either { const float *c; float *w; };
struct holder { const float *p; int n; };	/* { dg-message "'p' is declared here" } */
__constant float table[4] = { 1, 2, 3, 4 };
__device void set (float *p);	/* { dg-message "'p' is declared here" } */
__device __requires (grid (1)) void set_all (float *p);	/* { dg-message "'p' is declared here" } */

__device void
f (const float *p, const char *s, struct holder h)
/* { dg-message "'p' is declared here" "" { target *-*-* } .-1 } */
/* { dg-message "'s' is declared here" "" { target *-*-* } .-2 } */
{
  *(float *) p = 1;	/* { dg-error {'p' points to 'const': nothing is written there, not after a cast either .PX204.} } */
  union either u = { .c = p };
  *u.w = 1;	/* { dg-error "PX204" } */
  char *x = (char *) strchr (s, 'x');
  *x = 'y';	/* { dg-error "PX204" } */
  memset ((float *) p, 0, 4);	/* { dg-error "PX204" } */
  set ((float *) p);	/* { dg-error {argument 1 of 'set' is read only here, but the parameter is not 'const' .PX303.} } */
  px_atomic_add ((float *) p, 1);	/* { dg-error "PX204" } */
  __atomic_fetch_add ((int *) p, 1, __ATOMIC_RELAXED);	/* { dg-error "PX204" } */
  *(float *) h.p = 1;	/* { dg-error "PX204" } */
}

__device __requires (block (1), thread (32)) void
g (const float *p, const float *q)	/* { dg-message "'p' is declared here" } */
{
  __partition (thread, 1, float *w = (float *) p + px_id (thread))
    *w = 1;	/* { dg-error "PX204" } */
  __async (float *to = (float *) p)
    __group (thread, 1)
      px_cp_async (to, q, 4);	/* { dg-error "PX204" } */
}

__device __requires (grid (1), block (1), thread (32)) void
h (void)
{
  __partition (thread, 1, float *w = (float *) table + px_id (thread))
    *w = 1;	/* { dg-error {cannot store to constant 'table' on the device .PX204.} } */
  set_all ((float *) table);	/* { dg-error "PX303" } */
}
