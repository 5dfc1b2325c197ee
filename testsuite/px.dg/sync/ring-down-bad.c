/* SPDX-License-Identifier: MIT */
/* Slots that go down are those of both branches, begin with the same one, and none is left out.  */
/* { dg-do compile } */
#include "aux/ring.h"

KERNEL (up_too, EACH FILL (S - 1 - i % S, i);, /* { dg-error "PX707" } */
	EACH USE (i % S);)
KERNEL (other_first, EACH FILL (S - 1 - i % S, i);, /* { dg-error "PX707" } */
	EACH USE (S - 1 - (i + 1) % S);)
/* { dg-message "the other use" "" { target *-*-* } .-2 } */
KERNEL (counter_first, EACH FILL (S - 1 - i % S, i);, /* { dg-error "PX707" } */
	EACH { USE (s); s = s ? s - 1 : S - 1; })
/* { dg-message "the other use" "" { target *-*-* } .-2 } */
KERNEL (beyond, EACH FILL (S - i % S, i);, /* { dg-error "PX707" } */
	EACH USE (S - i % S);)
KERNEL (before, EACH FILL (S - 2 - i % S, i);, /* { dg-error "PX707" } */
	EACH USE (S - 2 - i % S);)
KERNEL (not_each, EACH FILL ((S + 1 - i % (S + 1)) % S, i);, /* { dg-error "PX707" } */
	EACH USE ((S + 1 - i % (S + 1)) % S);)
KERNEL (again, EACH { FILL (s, i); s = s ? s - 1 : S - 2; }, /* { dg-error "PX707" } */
	EACH { USE (s); s = s ? s - 1 : S - 2; })
KERNEL (narrow, EACH FILL (S - 1 - (unsigned char) i % S, i);, /* { dg-error "PX707" } */
	EACH USE (S - 1 - (unsigned char) i % S);)
KERNEL (both, EACH { FILL (S - 1 - 2 * i % S, i); FILL ((2 * i + 1) % S, i); }, /* { dg-error "PX707" } */
	EACH { USE (S - 1 - 2 * i % S); USE ((2 * i + 1) % S); })
