/* SPDX-License-Identifier: MIT */
/* D5: a view does not become another through its address either.  */
/* { dg-do compile } */
#include <px.h>
#include <string.h>

__device void set (int **a, int n);	/* { dg-message "'a' is declared here" } */

__device __requires (block (1), threads (64)) void
f (int *p, int *u)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = p + t)	/* { dg-message "'__partition' begins here" } */
    __group (thread, 1)
      {
	int **a = &q, *z = u;
	*a = u;	/* { dg-error {view 'q' becomes a view of something else .PX205.} } */
	*(long *) &q = (long) u;	/* { dg-error {view 'q' becomes a view of something else .PX205.} } */
	memcpy (&q, &z, sizeof q);	/* { dg-error {view 'q' becomes a view of something else .PX205.} } */
	memcpy (a, &z, t);	/* { dg-error {view 'q' becomes a view of something else .PX205.} } */
	__atomic_store_n (&q, u, __ATOMIC_RELAXED);	/* { dg-error {view 'q' becomes a view of something else .PX205.} } */
	set (&q, 1);	/* { dg-error {view 'q' becomes a view of something else .PX205.} } */
      }
}
