/* SPDX-License-Identifier: MIT */
/* D4: a view that points to const, and an array of constants, are only read.  */
/* { dg-do compile } */
#include <px.h>
#include <string.h>

__device void write (int *p) { *p = 1; }	/* { dg-message "'p' is declared here" } */

__device __requires (block (1), thread (64), smem (512)) void
f (void)
{
  __shared int s[64];
  __shared const int c[64];
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, const int *q = s + t)	/* { dg-message "'q' is declared here" } */
    __group (thread, 1)
      {
	*(int *) q = t;	/* { dg-error {'q' points to 'const': nothing is written there, not after a cast either .PX204.} } */
	memset ((void *) q, 0, 4);	/* { dg-error "PX204" } */
	write ((int *) q);	/* { dg-error "PX303" } */
	px_atomic_add ((int *) q, 1);	/* { dg-error "PX204" } */
      }
  __partition (thread, 1, int *q = (int *) c + t)
    __group (thread, 1)
      *q = 1;	/* { dg-error {cannot store to constant 'c' on the device .PX204.} } */
  __claim (thread, 1, const int *q = s)	/* { dg-message "'q' is declared here" } */
    __split (thread)
      {
	__case (1) *(int *) q = 1;	/* { dg-error "PX204" } */
      }
}
