/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-show-column" } */
/* Messages that no other test has.  */
#include <px.h>
#include <stdarg.h>

/* D1 of a view: where it starts differs within it.  */
__device __requires (block (1), thread (32)) void
f0 (int *p __perspective (block, 1))
{
  __partition (thread, 8, int *q = p + px_id (thread))	/* { dg-error {a value at thread.1. cannot be stored in 'q', which lives at thread.8. .PX201.} } */
  /* { dg-message "'q' is declared here" "" { target *-*-* } .-1 } */
    (void) q;
}

/* F1: blocks of another size.  */
__device __requires (block (1), threads (64)) void f64 (void);	/* { dg-message "'f64' is declared here" } */
__device __requires (block (1), threads (128)) void f1 (void) { f64 (); }	/* { dg-error {'f64' is for blocks of exactly 64 threads, but the caller has thread.128. .PX301.} } */

/* D4: an atomic on a constant.  */
__constant int c[4];
__device void f2 (void) { px_atomic_add ((int *) &c[0], 1); }	/* { dg-error {cannot store to constant 'c' on the device .PX204.} } */

/* F9: shared memory where global memory is meant, and the other way around.  */
__device int g[4];
__device __requires (block (1), thread (32), smem (64)) void
f3 (void)
{
  __shared int x[16] __attribute__ ((aligned (16)));	/* { dg-message "'x' is declared here" } */
  __claim (thread, 1, int *one = x)
    __split (thread)
      {
	__case (1)
	  {
	    const int *all = g;
	    __async (int *to = one)
	      px_cp_async (to, to, 16);	/* { dg-error "PX309" } */
	    (void) all;
	  }
      }
}

/* Device C.  */
__device void f4 (va_list l) { int x = va_arg (l, int); (void) x; }	/* { dg-error {'va_arg' in device code .PX501.} } */
__device void f5 (int *p) { static __thread int t; *p = t; }	/* { dg-error {thread-local variable 't' in device code .PX503.} } */
__device void f6 (int n) { __group (thread, 1) { break; } }	/* { dg-error {'break' statement not within loop or switch .PX104.} } */
/* { dg-message "'__group' begins here" "" { target *-*-* } .-1 } */
__device void f7 (int n) { __group (thread, 1) { continue; } }	/* { dg-error {'continue' statement not within a loop .PX104.} } */
/* { dg-message "'__group' begins here" "" { target *-*-* } .-1 } */

/* Clauses.  */
__kernel __requires (grid (1), cluster (4), block (6), thread (1)) void f8 (void) { }	/* { dg-error {'block .6.' is not a multiple of 'cluster .4.' .PX607.} } */
__device __requires (thread (1), minblocks (2)) void f9 (void) { }	/* { dg-error {'minblocks' is for kernels, and 'f9' is a device function .PX607.} } */
__device __requires (thread (1), maxregs (32)) void f10 (void) { }	/* { dg-error {'maxregs' is for kernels[^\n]*PX607} } */

/* px_symbol.  */
int host;
int h0 (void) { return px_symbol (host) != 0; }	/* { dg-error {'px_symbol' needs the name of a '__device' or '__constant' variable .PX603.} } */
int h1 (int i) { return px_symbol (g[i]) != 0; }	/* { dg-error "PX603" } */
