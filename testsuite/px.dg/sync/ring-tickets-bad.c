/* SPDX-License-Identifier: MIT */
/* What both sides of a ring know as one number, or not.  */
/* { dg-do compile } */
#include "aux/ring-tickets.h"

/* Another number, another limit, another place of the slot, another ring.  */
KERNEL (another, for (int i = 0;; i++) { int tile = TAKE; HAND (ticket, i % S, 0, tile + 1); if (tile >= n) break; FILL (i % S, tile); }, /* { dg-error {PX708} } */
	for (int i = 0;; i++) { int tile = ticket[i % S][0]; if (tile >= n) break; USE (i % S); })
/* { dg-message "it is drained here" "" { target *-*-* } .-2 } */
KERNEL (limit, for (int i = 0;; i++) { int tile = TAKE; HAND (ticket, i % S, 0, tile); if (tile > n) break; FILL (i % S, tile); }, /* { dg-error {PX708} } */
	for (int i = 0;; i++) { int tile = ticket[i % S][0]; if (tile >= n) break; USE (i % S); })
/* { dg-message "it is drained here" "" { target *-*-* } .-2 } */
KERNEL (place, for (int i = 0;; i++) { int tile = TAKE; __claim (thread, 1, int *w = ticket[i % S]) __split (thread) __case (1) { w[0] = tile; w[1] = tile / 2; } if (tile >= n) break; FILL (i % S, tile); }, /* { dg-error {PX708} } */
	for (int i = 0;; i++) { int tile = ticket[i % S][1]; if (tile >= n) break; USE (i % S); })
/* { dg-message "it is drained here" "" { target *-*-* } .-2 } */
KERNEL (ring, for (int i = 0;; i++) { int tile = TAKE; int more = TAKE; HAND (ticket, i % S, 0, tile); HAND (other, i % S, 0, more); if (tile >= n) break; FILL (i % S, tile); }, /* { dg-error {PX708} } */
	for (int i = 0;; i++) { int more = ticket[i % S][0]; int tile = other[i % S][0]; if (tile >= n) break; USE (i % S); if (more > n + 99) break; })
/* { dg-message "it is drained here" "" { target *-*-* } .-2 } */
/* Of the turn before, or after.  */
KERNEL (before, int last = 0; for (int i = 0;; i++) { int tile = TAKE; HAND (ticket, i % S, 0, last); last = tile; if (tile >= n) break; FILL (i % S, tile); }, /* { dg-error {PX708} } */
	for (int i = 0;; i++) { int tile = ticket[i % S][0]; if (tile >= n) break; USE (i % S); })
/* { dg-message "it is drained here" "" { target *-*-* } .-2 } */
KERNEL (late, for (int i = 0;; i++) { int tile = TAKE; HAND (ticket, i % S, 0, tile); if (tile >= n) break; FILL (i % S, tile); }, /* { dg-error {PX708} } */
	int last = 0; for (int i = 0;; i++) { int tile = ticket[i % S][0]; if (last >= n) break; last = tile; USE (i % S); })
/* { dg-message "it is drained here" "" { target *-*-* } .-2 } */
/* Written twice, not always, by a number of each thread, in parts, or with bytes of another.  */
KERNEL (twice, for (int i = 0;; i++) { int tile = TAKE; __claim (thread, 1, int *w = ticket[i % S]) __split (thread) __case (1) { *w = tile; if (i > 3) *w = 0; } if (tile >= n) break; FILL (i % S, tile); }, /* { dg-error {PX708} } */
	for (int i = 0;; i++) { int tile = ticket[i % S][0]; if (tile >= n) break; USE (i % S); })
/* { dg-message "it is drained here" "" { target *-*-* } .-2 } */
KERNEL (sometimes, for (int i = 0;; i++) { int tile = TAKE; __claim (thread, 1, int *w = ticket[i % S]) __split (thread) __case (1) { if (i != 3) *w = tile; } if (tile >= n) break; FILL (i % S, tile); }, /* { dg-error {a fill may leave[^\n]*PX707} } */
	for (int i = 0;; i++) { int tile = ticket[i % S][0]; if (tile >= n) break; USE (i % S); })
KERNEL (own, for (int i = 0;; i++) { int tile = TAKE; __partition (thread, 1, int *w = ticket[i % S] + (t & 3)) __group (thread, 1) if (t < 4) *w = tile + t; if (tile >= n) break; FILL (i % S, tile); }, /* { dg-error {PX708} } */
	for (int i = 0;; i++) { int tile = ticket[i % S][1]; if (tile >= n) break; USE (i % S); })
/* { dg-message "it is drained here" "" { target *-*-* } .-2 } */
KERNEL (bytes, for (int i = 0;; i++) { int tile = TAKE; __claim (thread, 1, int *w = ticket[i % S]) __split (thread) __case (1) { *w = tile; ((char *) w)[1] = 1; } if (tile >= n) break; FILL (i % S, tile); }, /* { dg-error {PX708} } */
	for (int i = 0;; i++) { int tile = ticket[i % S][0]; if (tile >= n) break; USE (i % S); })
/* { dg-message "it is drained here" "" { target *-*-* } .-2 } */
KERNEL (indexed, for (int i = 0;; i++) { int tile = TAKE; __claim (thread, 1, int *w = ticket[i % S]) __split (thread) __case (1) { w[0] = tile; w[tile & 3] = 0; } if (tile >= n) break; FILL (i % S, tile); }, /* { dg-error {does not know[^\n]*PX707} } */
	for (int i = 0;; i++) { int tile = ticket[i % S][0]; if (tile >= n) break; USE (i % S); })
KERNEL (atomic, for (int i = 0;; i++) { int tile = TAKE; __claim (thread, 1, int *w = ticket[i % S]) __split (thread) __case (1) { w[0] = tile; px_atomic_add (w, 1); } if (tile >= n) break; FILL (i % S, tile); }, /* { dg-error {does not know[^\n]*PX707} } */
	for (int i = 0;; i++) { int tile = ticket[i % S][0]; if (tile >= n) break; USE (i % S); })
/* In other turns: drained in an inner loop, twice a turn, after the loop.  */
KERNEL (inner, for (int i = 0;; i++) { int tile = TAKE; HAND (ticket, i % S, 0, tile); if (tile >= n) break; FILL (i % S, tile); }, /* { dg-error {PX708} } */
	int i = 0; for (int q = 0; q < 1 + n / 99; q++) for (;; i++) { int tile = ticket[i % S][0]; if (tile >= n) break; USE (i % S); })
/* { dg-message "it is drained here" "" { target *-*-* } .-2 } */
KERNEL (two_a_turn, for (int i = 0;; i += 2) { int tile = TAKE; HAND (ticket, i % S, 0, tile); HAND (ticket, (i + 1) % S, 0, tile); if (tile >= n) break; FILL (i % S, tile); FILL ((i + 1) % S, tile); }, /* { dg-error {PX708} } */
	for (int i = 0;; i++) { int tile = ticket[i % S][0]; if (tile >= n) break; USE (i % S); })
/* { dg-message "it is drained here" "" { target *-*-* } .-2 } */
KERNEL (after, int k = 0; for (int i = 0; i < n; i++) { int tile = TAKE; HAND (ticket, i % S, 0, tile); for (int j = 0; j < tile; j++) { FILL (k % S, tile); k++; } }, /* { dg-error {PX708} } */
	int k = 0; int last = 0; for (int i = 0; i < n; i++) last = ticket[i % S][0]; for (int i = 0; i < n; i++) for (int j = 0; j < last; j++) { USE (k % S); k++; })
/* { dg-message "it is drained here" "" { target *-*-* } .-2 } */
KERNEL (later, int k = 0; for (int i = 0; i < n; i++) { int tile = TAKE; HAND (ticket, i % S, 0, tile); for (int j = 0; j < tile; j++) { FILL (k % S, tile); k++; } }, /* { dg-error {PX708} } */
	int k = 0; int last = 0; for (int i = 0; i < n; i++) { for (int j = 0; j < last; j++) { USE (k % S); k++; } last = ticket[i % S][0]; })
/* { dg-message "it is drained here" "" { target *-*-* } .-2 } */
/* Cut elsewhere.  */
KERNEL (pieces, int k = 0; for (int i = 0;; i++) { int from = TAKE * 4; int to = from + 4 < n ? from + 4 : n; HAND (ticket, i % S, 0, from); if (from >= n) break; for (int at = from; at < to; at += TOGETHER (at, to, n / 4)) { int rows = TOGETHER (at, to, n / 4); for (int j = 0; j < rows; j++) { FILL (k % S, at + j); k++; } } }, /* { dg-error {PX708} } */
	int k = 0; for (int i = 0;; i++) { int from = ticket[i % S][0]; int to = from + 4 < n ? from + 4 : n; if (from >= n) break; for (int at = from; at < to; at += TOGETHER (at, to, n / 5)) { int rows = TOGETHER (at, to, n / 5); for (int j = 0; j < rows; j++) { USE (k % S); k++; } } })
/* { dg-message "it is drained here" "" { target *-*-* } .-2 } */
/* Narrower, or read as another type.  */
KERNEL (narrow, for (int i = 0;; i++) { int tile = TAKE; HAND (ticket, i % S, 0, (signed char) tile); if (tile >= n) break; FILL (i % S, tile); }, /* { dg-error {PX708} } */
	for (int i = 0;; i++) { int tile = ticket[i % S][0]; if (tile >= n) break; USE (i % S); })
/* { dg-message "it is drained here" "" { target *-*-* } .-2 } */
KERNEL (half, for (int i = 0;; i++) { int tile = TAKE; HAND (ticket, i % S, 0, tile); if (tile >= n) break; FILL (i % S, tile); }, /* { dg-error {PX708} } */
	for (int i = 0;; i++) { int tile = *(const short *) ticket[i % S]; if (tile >= n) break; USE (i % S); })
/* { dg-message "it is drained here" "" { target *-*-* } .-2 } */
/* A parameter, where it is stored, or two numbers that are equal, where both are.  */
KERNEL (parameter, int k = 0; for (int i = 0; i < n; i++) { int tile = TAKE; __claim (thread, 1, int *w = ticket[i % S]) __split (thread) __case (1) { w[1] = 0; if (tile & 1) w[0] = n; } for (int j = 0; j < n; j++) { FILL (k % S, i); k++; } }, /* { dg-error {PX708} } */
	int k = 0; for (int i = 0; i < n; i++) { int rows = ticket[i % S][0]; for (int j = 0; j < rows; j++) { USE (k % S); k++; } })
/* { dg-message "it is drained here" "" { target *-*-* } .-2 } */
KERNEL (cancelled, int k = 0; for (int i = 0; i < n; i++) { int tile = TAKE; __claim (thread, 1, int *w = ticket[i % S]) __split (thread) __case (1) { w[0] = tile; if (tile & 1) w[1] = tile; } for (int j = 0; j < n; j++) { FILL (k % S, i); k++; } }, /* { dg-error {PX708} } */
	int k = 0; for (int i = 0; i < n; i++) { int a = ticket[i % S][0]; int b = ticket[i % S][1]; for (int j = 0; j < n + (a - b); j++) { USE (k % S); k++; } })
/* { dg-message "it is drained here" "" { target *-*-* } .-2 } */
/* Handed on sometimes, or partly by another number.  */
KERNEL3 (some_on, for (int i = 0;; i++) { int tile = TAKE; HAND (ticket, i % S, 0, tile); if (tile >= n) break; FILL (i % S, tile); }, /* { dg-error {a fill may leave[^\n]*PX707} } */
	 for (int i = 0;; i++) { int tile = ticket[i % S][0]; __claim (thread, 1, int *w = other[i % S]) __split (thread) __case (1) { w[1] = 2; if (i & 1) w[0] = tile; } if (tile >= n) break; },
	 for (int i = 0;; i++) { int tile = other[i % S][0]; if (tile >= n) break; USE (i % S); })
KERNEL3 (index_on, for (int i = 0;; i++) { int tile = TAKE; HAND (ticket, i % S, 0, tile); if (tile >= n) break; FILL (i % S, tile); }, /* { dg-error {does not know[^\n]*PX707} } */
	 for (int i = 0;; i++) { int tile = ticket[i % S][0]; __claim (thread, 1, int *w = other[i % S]) __split (thread) __case (1) { w[0] = tile; w[tile & 3] = 2; } if (tile >= n) break; },
	 for (int i = 0;; i++) { int tile = other[i % S][0]; if (tile >= n) break; USE (i % S); })
/* As often, but not by loops that are known to turn alike.  */
KERNEL3 (turns_on, int q = 0; for (int i = 0; i < n * 20; i++) { int tile = TAKE; HAND (ticket, i % S, 0, tile); if (tile & 1) { FILL (q % S, i % n); q++; } }, /* { dg-error {loops that may run differently often[^\n]*PX707} } */
	 for (int i = 0; i < n * 20; i++) { int tile = ticket[i % S][0]; HAND (other, i % S, 0, tile); },
	 int k = 0; int q = 0; for (int i = 0; i < n; i++) for (int j = 0; j < 20; j++) { int tile = other[k % S][0]; k++; if (tile & 1) { USE (q % S); q++; } })
/* Where only the condition within a use asks for the number.  */
KERNEL (asked, for (int i = 0; i < n; i++) { int tile = TAKE; __claim (thread, 1, int *w = ticket[i % S]) __split (thread) __case (1) { if (i != 3) *w = tile; } if (tile & 1) FILL (i % S, tile); }, /* { dg-error {a fill may leave[^\n]*PX707} } */
	for (int i = 0; i < n; i++) { int tile = ticket[i % S][0]; if (tile & 1) USE (i % S); })
/* By one side only.  */
KERNEL (undrained, for (int i = 0;; i++) { int tile = TAKE; HAND (ticket, i % S, 0, tile); if (tile >= n) break; FILL (i % S, tile); }, /* { dg-error {'x': filled but not drained[^\n]*PX707} } */
	for (int i = 0;; i++) { int tile = ticket[i % S][0]; if (tile >= n) break; })
KERNEL (unfilled, for (int i = 0;; i++) { int tile = TAKE; HAND (ticket, i % S, 0, tile); if (tile >= n) break; },
	for (int i = 0;; i++) { int tile = ticket[i % S][0]; if (tile >= n) break; USE (i % S); }) /* { dg-error {'x': drained but not filled[^\n]*PX707} "" { target *-*-* } .-1 } */
KERNEL (unread, for (int i = 0;; i++) { int tile = TAKE; HAND (ticket, i % S, 0, tile); if (tile >= n) break; }, int i = 0; sum = i;) /* { dg-error {'ticket': filled but not drained[^\n]*PX707} } */
/* Under a condition, or by two places of a branch, of which each would have to be matched by one of the other.  */
#define NEXT(c) c = (c + 1) % S
KERNEL (under, int k = 0; int q = 0; for (int i = 0; i < n; i++) if (i & 1) { int tile = TAKE; HAND (ticket, k, 0, tile); NEXT (k); if (tile & 1) { FILL (q, i); NEXT (q); } }, /* { dg-error {'ticket': how often 'x' is used depends on what it carries, but a fill may leave[^\n]*PX707} } */
	int k = 0; int q = 0; for (int i = 0; i < n; i++) if (i & 1) { int tile = ticket[k][0]; NEXT (k); if (tile & 1) { USE (q); NEXT (q); } })
KERNEL (two_fills, int k = 0; int q = 0; for (int i = 0; i < n; i++) { int tile = TAKE; HAND (ticket, k, 0, tile); NEXT (k); HAND (ticket, k, 1, i); NEXT (k); if (tile & 1) { FILL (q, i); NEXT (q); } if (tile & 1) { FILL (q, i); NEXT (q); } }, /* { dg-error {but two places fill it[^\n]*PX707} } */
	int k = 0; int q = 0; for (int i = 0; i < 2 * n; i++) { int tile = ticket[k][0]; NEXT (k); if (tile & 1) { USE (q); NEXT (q); } })
KERNEL (two_drains, int k = 0; int q = 0; for (int i = 0; i < 2 * n; i++) { int tile = TAKE; HAND (ticket, k, 0, tile); NEXT (k); if (tile & 1) { FILL (q, i); NEXT (q); } }, /* { dg-error {but it is filled and drained under a condition, or in loops that may run differently often[^\n]*PX707} } */
	int k = 0; int q = 0; for (int i = 0; i < n; i++) { int one = ticket[k][0]; NEXT (k); if (one & 1) { USE (q); NEXT (q); } int more = ticket[k][0]; NEXT (k); if (more & 1) { USE (q); NEXT (q); } })
