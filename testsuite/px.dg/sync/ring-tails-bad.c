/* SPDX-License-Identifier: MIT */
/* Whole parts and rests that are not all: by another divisor, of another number, without a rest, with one more, for negative
   numbers, and of numbers that wrap around.  */
/* { dg-do compile } */
#include "aux/ring.h"

#define FILL_1(i) FILL ((i) % S, i)
#define USE_1(i) USE ((i) % S)
#define PLAIN for (int j = 0; j < n; j++) USE_1 (j);
#define N_0 px_assume (n >= 0);
#define FOUR_AT(i) { FILL_1 (i); FILL_1 (i + 1); FILL_1 (i + 2); FILL_1 (i + 3); }
#define TAIL(from, to) for (int i = from; i < to; i++) FILL_1 (i);
KERNEL (another, TAIL (0, n / 4 * 4) TAIL (n / 3 * 3, n), PLAIN) /* { dg-error "PX70\[78]" } */
KERNEL (no_rest, N_0 for (int i = 0; i < n / 4; i++) FOUR_AT (4 * i), N_0 PLAIN) /* { dg-error "PX708" } */
/* { dg-message "is drained here" "" { target *-*-* } .-1 } */
KERNEL (rest_by_3, N_0 for (int i = 0; i < n / 4; i++) FOUR_AT (4 * i) for (int j = 0; j < n % 3; j++) FILL_1 (n / 4 * 4 + j);, N_0 PLAIN) /* { dg-error "PX708" } */
/* { dg-message "is drained here" "" { target *-*-* } .-1 } */
KERNEL (one_more, TAIL (0, n / 4 * 4) TAIL (n / 4 * 4, n + 1), PLAIN) /* { dg-error "PX70\[78]" } */
KERNEL (too_far, { int i = 0; for (; i < n; i += 4) FOUR_AT (i) for (; i < n; i++) FILL_1 (i); }, PLAIN) /* { dg-error "PX708" } */
/* { dg-message "is drained here" "" { target *-*-* } .-1 } */
KERNEL (below_0, TAIL (0, n & ~3) TAIL (n & ~3, n), PLAIN) /* { dg-error "PX707" } */
KERNEL (steps, { int i = 0; for (int k = 0; k < n / 4; k++, i += 5) FOUR_AT (i) for (; i < n; i++) FILL_1 (i); }, PLAIN) /* { dg-error "PX707" } */
#define ODD(last, index) for (int i = 0; i < n - 1; i += 2) { FILL_1 (i); FILL_1 (i + 1); } if (last) FILL_1 (index);
KERNEL (even, N_0 ODD (!(n & 1), n - 1), N_0 PLAIN) /* { dg-error "PX70\[78]" } */
KERNEL (always, N_0 ODD (n > 0, n - 1), N_0 PLAIN) /* { dg-error "PX70\[78]" } */
KERNEL (odd_by_3, N_0 ODD (n % 3 == 1, n - 1), N_0 PLAIN) /* { dg-error "PX70\[78]" } */
KERNEL (odd_below_0, { int i = 0; for (; i + 1 < n; i += 2) { FILL_1 (i); FILL_1 (i + 1); } if (n & 1) FILL_1 (i); }, PLAIN) /* { dg-error "PX708" } */
/* { dg-message "is drained here" "" { target *-*-* } .-1 } */
/* (unsigned) n + 3 is less than n where that is -1; in the other branch it is not.  */
#define CHUNKS(at) for (unsigned k = 0; k < ((unsigned) n + 3) / 4; k++) at ((int) k);
KERNEL (wraps, CHUNKS (FILL_1), for (int i = 0, k = 0; i < n; i += 4, k++) USE_1 (k);) /* { dg-error "PX708" } */
/* { dg-message "is drained here" "" { target *-*-* } .-1 } */
KERNEL (wraps_there, if (n >= 0) CHUNKS (FILL_1), CHUNKS (USE_1)) /* { dg-error "PX708" } */
/* { dg-message "is drained here" "" { target *-*-* } .-1 } */
