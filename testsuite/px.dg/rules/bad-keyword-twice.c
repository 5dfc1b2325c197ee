/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-show-column" } */
/* What is said twice, or of what there is only one.  */
#include <px.h>

__device __requires (thread (32)) __requires (thread (64)) void f0 (int *p) { }	/* { dg-error {'__requires' has the clause 'thread' twice .PX607.} } */
__device __requires (block (1)) __requires (thread (64)) void f1 (int *p) { __group (thread, 64) { } }
__device void f2 (int p __perspective (thread, 1) __perspective (thread, 2)) { }	/* { dg-error {'__perspective' of 'p' is given twice .PX603.} } */
__kernel __requires (grid (2)) void f3 (int *p) { }	/* { dg-error {'grid .2.' in '__requires': there is one grid .PX601.} } */
__device void f4 (int p __perspective (grid, 4)) { }	/* { dg-error {'__perspective .grid, 4.': there is one grid .PX601.} } */
__device void __perspective (thread, 1) f5 (int *p) { }	/* { dg-error "PX603" } */
__device __requires (thread (32)) void
f6 (int *p)
{
  const int n = 1;
  int x __perspective (thread, n) = 3;	/* { dg-error {'__perspective' needs an integer constant .PX601.} } */
  __partition (thread, 1, int *q __perspective (thread, 8) = p) { *q = x; }	/* { dg-error {view 'q' lives at thread.1., not at thread.8. .PX603.} } */
  __partition (thread, 1, int *p = p) { *p = 1; }	/* { dg-error {view 'p' is made of itself[^\n]*PX205} } */
}
__device int v;
__device int f7 (void) { return px_symbol (v) != 0; }	/* { dg-error {'px_symbol' is for host code: device code has 'v' itself .PX603.} } */
