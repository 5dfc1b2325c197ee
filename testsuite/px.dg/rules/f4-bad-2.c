/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* No divisor; not in the bound. */
#include <px.h>

__device __requires (block (1), thread (32)) void
f (void)	/* { dg-message "the code perspective was set here" } */
{
  int a __perspective (thread, 1) = px_id (thread, 24);	/* { dg-error "PX304" } */
  int b __perspective (thread, 1) = px_id (thread, 64);	/* { dg-error "PX304" } */
  (void) a, (void) b;
}

/* What to write instead.  */
/* { dg-message {code at thread.24. is one such unit: its number is 0} "" { target *-*-* } 9 } */
