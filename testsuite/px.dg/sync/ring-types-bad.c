/* SPDX-License-Identifier: MIT */
/* Rings whose branches would be alike if conversions changed no value.  */
/* { dg-do compile } */
#include "aux/ring.h"

/* Of n = -1 one is 0 turns, the other 2^32 - 1.  */
KERNEL (sign, for (unsigned i = 0; i < n; i++) FILL (i % S, i);,	/* { dg-error {filled \(unsigned\) n times, but drained n times[^\n]*PX708} } */
	/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
	EACH USE (i % S);)
KERNEL (sign_below, EACH if (i + 1 < n) FILL (i % S, i);,	/* { dg-error {filled n - 1 times, but drained \(unsigned\) n times[^\n]*PX708} } */
	/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
	for (unsigned i = 0; i < n; i++) USE (i % S);)
/* Of n = 0 the limit is the largest number.  */
KERNEL (before_zero, unsigned m = n; for (unsigned i = 0; i < m - 1; i++) FILL (i % S, i);,	/* { dg-error {filled \(\(unsigned\) n - 1\) times, but drained n - 1 times[^\n]*PX708} } */
	/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
	for (int i = 0; i < n - 1; i++) USE (i % S);)
KERNEL (eight_bits, unsigned char m = n; for (int i = 0; i < m; i++) FILL (i % S, i);,	/* { dg-error {filled \(unsigned char\) n times, but drained n times[^\n]*PX708} } */
	/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
	EACH USE (i % S);)
KERNEL (eight_bits_each, unsigned char m = n; for (int i = 0; i < m; i++) FILL (i % S, i);,	/* { dg-error {filled \(unsigned char\) n times, but drained \(signed char\) n times[^\n]*PX708} } */
	/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
	signed char k = n; for (int i = 0; i < k; i++) USE (i % S);)
/* It never comes to 128.  */
KERNEL (narrow, int k = 0; for (signed char i = 0; i < n; i++) { FILL (k % S, k); k++; },	/* { dg-error {filled once in each of the turns of the loop \(line 24\), but drained n times[^\n]*PX708} } */
	/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
	EACH USE (i % S);)

/* 255 is of slot 0, and so is what follows it.  */
KERNEL (narrow_slot, EACH { unsigned char c = i; FILL (c % S, i); },	/* { dg-error {the slot is not \(i \+ c\) % slots[^\n]*PX707} } */
	EACH { unsigned char c = i; USE (c % S); })
/* So it does where it starts.  */
KERNEL (wraps, unsigned k = -1; EACH { FILL (k % S, i); k++; },	/* { dg-error {the slot is not \(i \+ c\) % slots[^\n]*PX707} } */
	unsigned k = -1; EACH { USE (k % S); k++; })
KERNEL (wraps_back, EACH FILL ((i - 1u) % S, i);,	/* { dg-error {the slot is not \(i \+ c\) % slots[^\n]*PX707} } */
	EACH USE ((i - 1u) % S);)
/* A signed counter of 8 bits is negative behind 127, and so is its remainder.  */
#undef S
#define S 4
KERNEL (narrow_sign, signed char c = 0; EACH { FILL (c % S, i); c++; },	/* { dg-error {the slot is not \(i \+ c\) % slots[^\n]*PX707} } */
	EACH USE (i % S);)

/* Of 2^63 and more one is negative.  */
#define LONG(c) unsigned long a = *(const unsigned long *) in, b = ((const unsigned long *) in)[1]; (void) b; EACH if (c)
KERNEL (sixty_four, LONG ((long) a < 5) { FILL (s % S, i); s++; }, LONG (a < 5) { USE (s % S); s++; })	/* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (sixty_four_each, LONG ((long) a < (long) b) { FILL (s % S, i); s++; }, LONG (a < b) { USE (s % S); s++; })	/* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (sixty_four_sum, LONG (a < b) { FILL (s % S, i); s++; }, LONG (a + 1 < b + 1) { USE (s % S); s++; })	/* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (sixty_four_same, LONG ((long) a < (long) b || a + 1 < b) { FILL (s % S, i); s++; }, LONG ((long) a < (long) b || a + 1 < b) { USE (s % S); s++; })
