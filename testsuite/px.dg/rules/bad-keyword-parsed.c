/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-show-column" } */
/* What GCC itself does not understand in a keyword's parentheses: its first error, with
   the keyword and a code, and none after it.  */
#include <px.h>

int v;
__device __requires (5) void f0 (int *p) { }	/* { dg-error {in '__requires': expected '\)' before numeric constant .PX608.} } */
__device __requires ("thread") void f1 (int *p) { }	/* { dg-error "PX608" } */
__device __requires ((thread (32))) void f2 (int *p) { }	/* { dg-error "PX608" } */
__device __requires (block (1) thread (32)) void f3 (int *p) { }	/* { dg-error "PX608" } */
__device __requires (thread = 32) void f4 (int *p) { }	/* { dg-error "PX608" } */
__device __requires (thread[32]) void f5 (int *p) { }	/* { dg-error "PX608" } */
__device __requires (thread (N)) void f6 (int *p) { }	/* { dg-error {in '__requires': 'N' undeclared[^\n]*PX608} } */
__device __requires (block (1), thread (32),) void f7 (int *p) { }	/* { dg-error {'__requires' has an empty clause .PX607.} } */
__device __requires (, thread (32)) void f8 (int *p) { }	/* { dg-error "PX607" } */
__device void f9 (int *p __perspective (1, thread)) { }	/* { dg-error {in '__perspective': 'thread' undeclared[^\n]*PX608} } */
__device void f10 (int *p __perspective (thread, M)) { }	/* { dg-error "PX608" } */
typedef int number;
__device __requires (thread (32)) void
f11 (int *p)
{
  __group (8, thread) { *p = 1; }	/* { dg-error {in '__group': 'thread' undeclared[^\n]*PX608} } */
  /* { dg-message "each undeclared identifier" "" { target *-*-* } .-1 } */
  __group (thread, (void) 0) { *p = 1; }	/* { dg-error "PX608" } */
  __split (thread)
    {
      __case (K) { *p = 1; }	/* { dg-error {in '__case': 'K' undeclared[^\n]*PX608} } */
      __case (8): f0 (p);	/* { dg-error {'__case' is followed by a statement, not by ':' .PX605.} } */
    }
  __partition (8, int *q = p) { }	/* { dg-error {wrong arguments: it is '__partition .level., n., type \*name = source.' .PX608.} } */
  __partition (thread, number *q = p, *r = p) { }	/* { dg-error "PX608" } */
  __each (thread, number *q = p, *r = p) { }	/* { dg-error {'__each' declares names of one type, as '__each .level., n., type .name = source.': for several, write 'n', too, and for another type '__partition' or '__claim' around this .PX608.} } */
  __partition (thread, 1, int *q = p, int *r = p) { }	/* { dg-error {'__partition' declares names of one type, as '__partition .level., n., type .name = source.': for several, write 'n', too, and for another type '__partition' or '__claim' around this .PX608.} } */
  __partition (thread, int *q = p, number *r = p) { }	/* { dg-error {'__partition' declares names of one type, as '__partition .level., n., type .name = source.': for several, write 'n', too, and for another type '__partition' or '__claim' around this .PX608.} } */
  __partition (thread, -1, int *q = p, *r = p) { }	/* { dg-error "PX601" } */
  __partition (thread, "1", int *q = p, *r = p) { }	/* { dg-error "PX601" } */
  __partition (thread, 1, int *q = p; int *r = p) { }	/* { dg-error "PX608" } */
  __partition (thread, 1, int *q = z) { }	/* { dg-error {in '__partition': 'z' undeclared[^\n]*PX608} } */
  __partition (thread, 1, foo *q = p) { }	/* { dg-error {in '__partition': unknown type name 'foo' .PX608.} } */
  __partition (thread, 1, q = p) { *q = 1; }	/* { dg-error {in '__partition': 'q' undeclared[^\n]*PX608} } */
  __partition (thread, 1, static int *s = 0) { *s = 1; }	/* { dg-error "PX(608|503)" } */
  __partition (thread, 1, extern int *v) { *v = 1; }	/* { dg-error "PX608" } */
  /* { dg-message "previous declaration" "" { target *-*-* } 0 } */
  __async (thread, 1, int *q = p) { }	/* { dg-error "PX608" } */
}
int g0 (void) { return px_symbol () != 0; }	/* { dg-error {in 'px_symbol': expected expression[^\n]*PX608} } */
int g1 (void) { return px_symbol (3) != 0; }	/* { dg-error {in 'px_symbol': lvalue required[^\n]*PX608} } */
int g2 = px_id (thread);	/* { dg-error "PX608" } */
