/* SPDX-License-Identifier: MIT */
/* D1: what lies in memory, in a part of a value and behind an atomic operation.  */
/* { dg-do compile } */
/* { dg-options "-O2 -w -fno-show-column -Wno-error=implicit-function-declaration" } */
#include <px.h>
#include <string.h>

typedef int v4 __attribute__ ((vector_size (16)));
typedef unsigned long u2 __attribute__ ((vector_size (16)));
#define T __device __requires (thread (32))

/* Functions of the C library that only read.  */
T void f0 (void) { int l[1] __perspective (thread, 1), z[1] = { 0 }, x; l[0] = px_id (thread);
/* { dg-message "'x' is declared here" "" { target *-*-* } .-1 } */
  x = memcmp (l, z, 4); (void) x; }	/* { dg-error {a value at thread.1. cannot be stored in 'x', which lives at thread.32. .PX201.} } */
T void f1 (int *o) { char l[4] __perspective (thread, 1); l[0] = px_id (thread); l[1] = 0;
/* { dg-message "the code perspective was set here" "" { target *-*-* } .-1 } */
  if (strlen (l)) px_atomic_add (o, px_reduce_add (1)); }	/* { dg-error "PX103" } */

/* A part of a value without a name.  */
T void f2 (void) { int x; __builtin_add_overflow (px_id (thread), 1, &x); (void) x; }	/* { dg-error "PX201" } */
/* { dg-message "'x' is declared here" "" { target *-*-* } .-1 } */
T void f3 (v4 m) { int t __perspective (thread, 1) = px_id (thread); int x = 0; x = (m + t)[1]; (void) x; }	/* { dg-error "PX201" } */
/* { dg-message "'x' is declared here" "" { target *-*-* } .-1 } */
T void f4 (void) { int t __perspective (thread, 1) = px_id (thread);
/* { dg-message "the code perspective was set here" "" { target *-*-* } .-1 } */
  if (__real__ ((_Complex double) t * 2)) px_reduce_add (1); }	/* { dg-error "PX103" } */

/* Atomic operations on local variables: each thread changes its own.  */
T void f5 (void) { int x = 0; px_atomic_add (&x, px_id (thread)); }	/* { dg-error {a value at thread.1. cannot be stored in 'x'[^\n]*PX201} } */
/* { dg-message "'x' is declared here" "" { target *-*-* } .-1 } */
T void f6 (void) { int x = 0; __atomic_store_n (&x, px_id (thread), 0); }	/* { dg-error "PX201" } */
/* { dg-message "'x' is declared here" "" { target *-*-* } .-1 } */
T void f7 (void) { _Atomic int x = 0; x = px_id (thread); }	/* { dg-error "PX201" } */
/* { dg-message "'x' is declared here" "" { target *-*-* } .-1 } */
T void f8 (void) { int x[1] = { 0 }; __group (thread, 1) px_atomic_add (x, 1); }	/* { dg-error {code at thread.1. cannot store to 'x'[^\n]*PX201} } */
/* { dg-message "the code perspective was set here|'x' is declared here" "" { target *-*-* } .-1 } */
T void f9 (int n) { px_atomic_add (&n, px_id (thread)); }	/* { dg-error "PX201" } */
/* { dg-message "'n' is declared here" "" { target *-*-* } .-1 } */

/* Bytes of an address, where no pointer is left.  */
T void f10 (void) { int l[1] __perspective (thread, 1); l[0] = px_id (thread);
  unsigned low = 0; low = (unsigned long) l; (void) low; }	/* { dg-error "PX201" } */
/* { dg-message "'low' is declared here" "" { target *-*-* } .-1 } */
T void f11 (void) { int l[1] __perspective (thread, 1); l[0] = px_id (thread);
  u2 v = { 0 }; v = (u2) { (unsigned long) l, 0 }; (void) v; }	/* { dg-error "PX201" } */
/* { dg-message "'v' is declared here" "" { target *-*-* } .-1 } */
T void f12 (void) { int l[1] __perspective (thread, 1); l[0] = px_id (thread);
  union { int *p; double d; } u = { l };
  double d = 0; d = u.d; (void) d; }	/* { dg-error "PX201" } */
/* { dg-message "'d' is declared here" "" { target *-*-* } .-1 } */

/* A function that does not exist gives nothing to complain about.  */
T void f13 (void) { int t __perspective (thread, 1) = px_id (thread); int x = nowhere (t); (void) x; }	/* { dg-error {'nowhere', which is not declared .PX305.} } */
T void f14 (void) { int l[4] __perspective (thread, 1) = { 1 }, *a[2] = { l, l }, *b[2];
  char *s = (char *) a, *d = (char *) b;
/* { dg-message "'b' is declared here" "" { target *-*-* } .-2 } */
  for (int k = 0; k < 16; k++)
    d[k] = s[k];	/* { dg-error {a value at thread.1. cannot be stored in 'b'[^\n]*PX201} } */
  if (*b[1]) px_reduce_add (1); }

/* What to write instead.  */
/* { dg-message {in '__group .thread, 1.' each unit decides for itself} "" { target *-*-* } 18 } */
/* { dg-message {in '__group .thread, 1.' each unit decides for itself} "" { target *-*-* } 27 } */
