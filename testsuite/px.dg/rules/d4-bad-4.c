/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A volatile load and an atomic's result live at thread[1]. */
#include <px.h>

__device __requires (block (1), thread (32)) void
f (volatile int *p, int *q)
{
  int x = 0; x = *p;	/* { dg-error {a value at thread.1. cannot be stored in 'x'[^\n]*PX201} } */
/* { dg-message "'x' is declared here" "" { target *-*-* } .-1 } */
  x = __atomic_fetch_add (q, 1, __ATOMIC_RELAXED);	/* { dg-error "PX201" } */
  (void) x;
}
