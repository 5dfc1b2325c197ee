/* SPDX-License-Identifier: MIT */
/* The neighbours of ring-chosen: other conditions, or the same the other way round, and loops in loops that end elsewhere.  */
/* { dg-do compile } */
#include "aux/ring.h"

#define EACH_OF(m, use) for (int i = 0; i < m; i++) use
#define F FILL (i % S, i);
#define U USE (i % S);
KERNEL (and_or, int m = in[0] < 1000 && n > 3 ? n : each; EACH_OF (m, F), int m = in[0] < 1000 || n > 3 ? n : each; EACH_OF (m, U))	/* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (swapped, int m = in[0] < 1000 && n > 3 ? n : each; EACH_OF (m, F), int m = in[0] < 1000 && n > 3 ? each : n; EACH_OF (m, U))	/* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (other_limit, int m = in[0] < 1000 && n > 3 ? n : each; EACH_OF (m, F), int m = in[0] < 1000 && n > 4 ? n : each; EACH_OF (m, U))	/* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */

#define THREES(most, limit, less, use) for (int j = 0; j < n; ) { int k; for (k = 0; k < most && j < limit; k++, j++) use; if (k < less) break; }
#define FJ FILL (j % S, j)
#define UJ USE (j % S)
KERNEL (inner_limit, THREES (3, n, 3, FJ), THREES (3, each, 3, UJ))	/* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (inner_turns, THREES (3, n, 2, FJ), THREES (2, n, 2, UJ))	/* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (left, THREES (3, n, 3, FJ), THREES (3, n, 2, UJ))	/* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
/* The same use in each turn, but the loop in it takes j on by another number.  */
#define TAKES(step, limit, use) for (int j = 0; ; ) { for (int k = 0; k < 3; k++) { if (j >= limit) break; j += step; } if (j >= n) break; use; }
KERNEL (steps, TAKES (1, n, FILL (s % S, 0); s++), TAKES (2, n, USE (s % S); s++))	/* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (takes_limit, TAKES (1, n, FILL (s % S, 0); s++), TAKES (1, each, USE (s % S); s++))	/* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */

/* The smaller of other limits; the larger; and a limit for the loop around.  */
KERNEL (smaller, for (int i = 0; i < n && i < each; i++) F, for (int i = 0; i < n && i < tiles; i++) U)	/* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (larger, for (int i = 0; i < n && i < each; i++) F, for (int i = 0; i < n || i < each; i++) U)	/* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (as_much, for (int i = 0; i < n && i < each; i++) F, for (int i = 0; i < n && i <= each; i++) U)	/* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
#define GO_ON(use) { use; if (++s == S) s = 0; }
KERNEL (around, for (int o = 0; o < n; o++) for (int k = 0; o < each && k < tiles; k++) GO_ON (FILL (s, o)),	/* { dg-error "PX708" } */
	int m = each < tiles ? each : tiles; for (int o = 0; o < n; o++) for (int k = 0; k < m; k++) GO_ON (USE (s)))
/* { dg-message "it is drained here" "" { target *-*-* } .-2 } */
