/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-show-column" } */
/* Keywords without their parentheses, with ones that they do not have, and outside of
   functions.  */
#include <px.h>

__device __requires void f0 (int *p) { }	/* { dg-error {'__requires' without its arguments: it is '__requires .clause, clause, \.\.\.[^\n]*PX608} } */
__device __alias void f1 (int *p, int *q) { }	/* { dg-error {'__alias' without its arguments[^\n]*PX608} } */
__device void f2 (int *p __perspective) { }	/* { dg-error {'__perspective' without its arguments[^\n]*PX608} } */
__kernel () void f3 (int *p) { }	/* { dg-error {'__kernel' has no arguments .PX608.} } */
__group (thread, 8) { }	/* { dg-error {'__group' outside of a function .PX604.} } */
__case (8) { }	/* { dg-error {'__case' outside of a function .PX604.} } */
__unsafe { }	/* { dg-error {'__unsafe' outside of a function .PX604.} } */
__partition (thread, 1, int *q = p) { }	/* { dg-error {'__partition' outside of a function .PX604.} } */
__device __requires (block (1), thread (32), smem (64)) void g0 (int *p) { __group { *p = 1; } }	/* { dg-error {'__group' without its arguments: it is '__group .level., n..' .PX608.} } */
__device __requires (block (1), thread (32), smem (64)) void g1 (int *p) { __split { __case (8) { } } }	/* { dg-error {'__split' without its arguments[^\n]*PX608} } */
__device __requires (block (1), thread (32), smem (64)) void g2 (int *p) { __split (thread) { __case { *p = 1; } } }	/* { dg-error {'__case' without its arguments[^\n]*PX608} } */
__device __requires (block (1), thread (32), smem (64)) void g3 (int *p) { __partition { *p = 1; } }	/* { dg-error {'__partition' without its arguments[^\n]*PX608} } */
__device __requires (block (1), thread (32), smem (64)) void g4 (int *p) { __claim { } }	/* { dg-error {'__claim' without its arguments[^\n]*PX608} } */
__device __requires (block (1), thread (32), smem (64)) void g5 (int *p) { __async { } }	/* { dg-error {'__async' without its arguments[^\n]*PX608} } */
__device __requires (block (1), thread (32), smem (64)) void g6 (int *p) { *p = px_id; }	/* { dg-error {'px_id' without its arguments[^\n]*PX608} } */
__device __requires (block (1), thread (32), smem (64)) void g7 (int *p) { __unsafe () { *p = 1; } }	/* { dg-error {'__unsafe' has no arguments .PX608.} } */
__device __requires (block (1), thread (32), smem (64)) void g8 (int *p) { __shared (4) int x[4]; }	/* { dg-error {'__shared' has no arguments .PX608.} } */
__device __requires (block (1), thread (32), smem (64)) void g9 (int *p) { __shared __slots int x[4][4]; }	/* { dg-error {'__slots' without its arguments[^\n]*PX608} } */
/* { dg-bogus "undeclared" "" { target *-*-* } 15 } */
