/* SPDX-License-Identifier: MIT */
/* Counters that begin and go on alike, in loops of as many turns: of loops in each other each is another number, and so
   is one after its loop, or after more or fewer steps.  */
/* { dg-do compile } */
#include "aux/ring.h"

#define ALL(c) for (int c = 0; c < n; c++)
KERNEL (other, ALL (i) ALL (j) if (i % 3 == 0) if (j % 2 == 0) { FILL (s % S, 0); s++; }, /* { dg-error "PX708" } */
	ALL (i) ALL (j) if (i % 3 == 0) if (i % 2 == 0) { USE (s % S); s++; })
/* { dg-message "it is drained here" "" { target *-*-* } .-2 } */
KERNEL (same, ALL (i) ALL (j) if (i % 3 == 0) if (j % 2 == 0) { FILL (s % S, 0); s++; },
	ALL (i) ALL (j) if (i % 3 == 0) if (j % 2 == 0) { USE (s % S); s++; })
KERNEL (inner, ALL (i) ALL (j) for (int l = 0; l < i; l++) for (int m = 0; m < j; m++) { FILL (s % S, 0); s++; }, /* { dg-error "PX708" } */
	ALL (i) ALL (j) for (int l = 0; l < i; l++) for (int m = 0; m < i; m++) { USE (s % S); s++; })
/* { dg-message "it is drained here" "" { target *-*-* } .-2 } */
KERNEL (after, int i; for (i = 0; i < n; i++); ALL (j) if (i % 3 == 0) { FILL (s % S, 0); s++; }, /* { dg-error "PX708" } */
	ALL (i) if (i % 3 == 0) { USE (s % S); s++; })
/* { dg-message "it is drained here" "" { target *-*-* } .-2 } */
KERNEL (both_after, int i; for (i = 0; i < n; i++); ALL (j) if (i % 3 == 0) { FILL (s % S, 0); s++; },
	int i; for (i = 0; i < n; i++); ALL (j) if (i % 3 == 0) { USE (s % S); s++; })
#define LEFT(before, after) int v = 3; for (int m = 0;; m++) { before; if (n <= 1 << m) break; after; } for (int i = 0; i < v; i++)
KERNEL (once_more, LEFT (v += 2,) { FILL (s % S, 0); s++; }, /* { dg-error "PX708" } */
	LEFT (, v += 2) { USE (s % S); s++; })
/* { dg-message "it is drained here" "" { target *-*-* } .-2 } */
KERNEL (as_often, LEFT (, v += 2) { FILL (s % S, 0); s++; },
	LEFT (, v += 2) { USE (s % S); s++; })
/* What a counter is after its loop, within another loop, depends on how often that ran each time.  */
#define AGAIN(m, use) int i = 0, j; do { for (j = 0; j < m; j++) ; use; i++; } while (in[j] > 50 && i < 20);
KERNEL (each_time, AGAIN (n, FILL (i % S, i)), AGAIN (tiles, USE (i % S))) /* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
#define LEFT_AGAIN(m, use) int i = 0, j; do { for (j = 0; j < m; j++) if (in[j] == 77) break; use; i++; } while (i < 20 && in[j] > 50);
KERNEL (left_each_time, LEFT_AGAIN (n, FILL (i % S, i)), LEFT_AGAIN (tiles, USE (i % S))) /* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
