/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A function of the C library that does more than to compute is no operator. */
#include <px.h>
#include <math.h>
#include <string.h>

__device static inline float mantissa (float x) { int e; return frexpf (x, &e); }
__device static inline int length (const char *s) { return strlen (s); }
__device __requires (thread (32)) void
f (const char *s __perspective (thread, 32), float x)
{
  float m = 0; m = mantissa (x);	/* { dg-error {a value at thread.1. cannot be stored in 'm'[^\n]*PX201} } */
/* { dg-message "'m' is declared here" "" { target *-*-* } .-1 } */
  int n = 0; n = length (s);	/* { dg-error {a value at thread.1. cannot be stored in 'n'[^\n]*PX201} } */
/* { dg-message "'n' is declared here" "" { target *-*-* } .-1 } */
  (void) m, (void) n;
}
