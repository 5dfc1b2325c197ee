/* SPDX-License-Identifier: MIT */
/* Counters that go down, of which the slot is not how far they have gone.  */
/* { dg-do compile } */
#include "aux/ring.h"

KERNEL (further, EACH FILL (i % S, i);, /* { dg-error "PX70" } */
	for (int i = n; i-- > 0;) USE ((n - i) % S);)
/* { dg-message {the other use is here} "" { target *-*-* } .-2 } */
KERNEL (itself, EACH FILL (i % S, i);, /* { dg-error "PX70" } */
	for (int i = n; i-- > 0;) USE (i % S);)
KERNEL (one_less, EACH FILL (i % S, i);, /* { dg-error "PX708" } */
	for (int i = n; i-- > 1;) USE ((n - 1 - i) % S);)
/* { dg-message {it is drained here} "" { target *-*-* } .-2 } */
KERNEL (other_start, EACH FILL (i % S, i);, /* { dg-error "PX70" } */
	for (int i = tiles; i-- > 0;) USE ((n - 1 - i) % S);)
KERNEL (by_three, for (int i = n; i > 0; i -= 3) FILL ((n - i) % S, n - i);, /* { dg-error "PX70" } */
	for (int i = n; i > 0; i -= 3) USE ((n - i) % S);)
