/* SPDX-License-Identifier: MIT */
/* One branch uses the ring in other turns than the other, or in as many of another loop.  */
/* { dg-do compile } */
#include "aux/ring.h"

#define THIRD(loop, test, use) loop if (test) { use; s = (s + 1) % S; }
KERNEL (other, THIRD (EACH, i % 3 == 1, FILL (s, i)), THIRD (EACH, i % 3 == 2, USE (s))) /* { dg-error "PX708" } */
/* { dg-message "is drained here" "" { target *-*-* } .-1 } */
KERNEL (less, THIRD (EACH, i % 3 == 1, FILL (s, i)), THIRD (for (int i = 1; i < n; i++), i % 3 == 1, USE (s))) /* { dg-error "PX708" } */
/* { dg-message "is drained here" "" { target *-*-* } .-1 } */
KERNEL (all, THIRD (EACH, i % 3 == 1, FILL (s, i)), THIRD (EACH, 1, USE (s))) /* { dg-error "PX708" } */
/* { dg-message "is drained here" "" { target *-*-* } .-1 } */
KERNEL (given, THIRD (EACH, i % 3 == 1, FILL (s, i)), THIRD (EACH, i % tiles == 1, USE (s))) /* { dg-error "PX708" } */
/* { dg-message "is drained here" "" { target *-*-* } .-1 } */
KERNEL (number, EACH if (i % 3 == 1) FILL (i % S, i);, EACH if (i % 3 == 2) USE (i % S);) /* { dg-error "PX707" } */
/* { dg-message "the other use is here" "" { target *-*-* } .-1 } */
KERNEL (no_sign, THIRD (EACH, i % 3 == 1, FILL (s, i)), THIRD (for (unsigned i = 0; i < (unsigned) n; i++), i % 3 == 1, USE (s))) /* { dg-error "PX708" } */
/* { dg-message "is drained here" "" { target *-*-* } .-1 } */
