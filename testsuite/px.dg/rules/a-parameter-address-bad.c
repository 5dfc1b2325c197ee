/* SPDX-License-Identifier: MIT */
/* A parameter is a local variable, a pointer too, and its address leads to it.  */
/* { dg-do compile } */
#include <px.h>
#include <string.h>

struct s { int *a, *b; };
#define T __device __requires (thread (32))
T void g (int *p);	/* { dg-message "'p' is declared here" } */

T void f0 (int n) { g (&n); }	/* { dg-error {argument 1 of 'g' must be one object, but each thread has a 'n' of its own, at thread.32. .PX303.} } */
__device void f1 (int *p, const int *c) { int **pp = &p; *pp = (int *) c; *p = 1; }	/* { dg-error {'c' points to 'const'[^\n]*PX204} } */
/* { dg-message "'c' is declared here" "" { target *-*-* } .-1 } */
T void f2 (int *p, int *q) { int **pp = &p; *pp = q; __partition (thread, 1, int *z = q + px_id (thread)) __group (thread, 1) *z = p[0]; }	/* { dg-error {'q' is out of reach[^\n]*PX205} } */
/* { dg-message "'__partition' begins here" "" { target *-*-* } .-1 } */
T void f3 (int *p, int *q) { int **pp = &p; __group (thread, 1) *pp = q; }	/* { dg-error {code at thread.1. cannot store to 'p', which lives at thread.32. .PX201.} } */
/* { dg-message "'p' is declared here|was set here" "" { target *-*-* } .-1 } */
__device void f4 (struct s x, const int *c) { struct s *y = &x; y->a = (int *) c; *x.a = 1; }	/* { dg-error {'c' points to 'const'[^\n]*PX204} } */
/* { dg-message "'c' is declared here" "" { target *-*-* } .-1 } */
T void f5 (struct s x) { struct s *y = &x; __partition (thread, 1, int *q = x.a + px_id (thread)) __group (thread, 1) *q = y->a[0]; }	/* { dg-error {'a' is out of reach[^\n]*PX205} } */
/* { dg-message "'__partition' begins here" "" { target *-*-* } .-1 } */
T void f6 (struct s x) { struct s y; memcpy (&y, &x, sizeof y); __partition (thread, 1, int *q = x.a + px_id (thread)) __group (thread, 1) *q = y.a[0]; }	/* { dg-error {'a' is out of reach[^\n]*PX205} } */
/* { dg-message "'__partition' begins here" "" { target *-*-* } .-1 } */
T void f7 (struct s x) { struct s y, *z = &x; memcpy (&y, z, sizeof y); __partition (thread, 1, int *q = x.a + px_id (thread)) __group (thread, 1) *q = y.a[0]; }	/* { dg-error {'a' is out of reach[^\n]*PX205} } */
/* { dg-message "'__partition' begins here" "" { target *-*-* } .-1 } */

/* What to write instead.  */
/* { dg-message {use 'z' for what is its part, and load what is not before '__par} "" { target *-*-* } 14 } */
/* { dg-message {use 'q' for what is its part, and load what is not before '__par} "" { target *-*-* } 20 } */
/* { dg-message {use 'q' for what is its part, and load what is not before '__par} "" { target *-*-* } 22 } */
/* { dg-message {use 'q' for what is its part, and load what is not before '__par} "" { target *-*-* } 24 } */
