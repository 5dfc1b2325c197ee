/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* The result of an operator is as narrow as its arguments. */
#include <px.h>

__device static inline int twice (int n) { return n + n; }
__device __requires (thread (32)) void
f (void)
{
  int t __perspective (thread, 1) = px_id (thread);
  int x = 0; x = twice (t);	/* { dg-error {a value at thread.1. cannot be stored in 'x'[^\n]*PX201} } */
/* { dg-message "'x' is declared here" "" { target *-*-* } .-1 } */
  (void) x;
}
