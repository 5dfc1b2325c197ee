/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Ways to use a variable by its name: in an index, in an argument, by its address.  */
#include <px.h>

static __device int v[64], w[64];

__device int twice (int n) { return 2 * n; }
__device static int in_index (void) { return w[v[3]]; }
__device static int in_place (void) { return px_atomic_add (&w[v[3]], 1); }
__device static int in_argument (void) { return twice (v[3]); }
__device static int by_address (int n) { int *p = v; p += n; return *p; }

__kernel __requires (grid (1), block (1), threads (64)) void
k (int *out)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *own = v + t)	/* { dg-message "'__partition' begins here" } */
    __group (thread, 1)
      {
	*own = in_index ();	/* { dg-error {'v' is out of reach while view 'own' of it exists .PX205.} } */
	*own = in_place ();	/* { dg-error "PX205" } */
	*own = in_argument ();	/* { dg-error "PX205" } */
	*own = by_address (3);	/* { dg-error "PX205" } */
	*own = twice (3);
      }
}
/* { dg-message "'\[a-z_\]*' uses 'v'" "" { target *-*-* } 0 } */

__device static void add (int n) { int *p = w; px_atomic_add (p + n, 1); }

__kernel __requires (grid (1), block (1), threads (64)) void
l (int *out)
{
  __group (block, 1)
    __split (thread)
      {
	__case (32)	/* { dg-message "the other branch is this '__case'" } */
	  __group (thread, 1)
	    add (3);
	__case (32)
	  __group (thread, 1)
	    px_atomic_add (out, w[0]);	/* { dg-error {'w' is written in one branch of a '__split' and used in another .PX206.} } */
      }
}
