/* SPDX-License-Identifier: MIT */
/* Counts in two forms that are not the same for all n: one more or less, without the rest, of another limit, of another
   type; and two rings of which one branch fills more of the first than it has slots before it fills the second.  */
/* { dg-do compile } */
#include "aux/ring.h"

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define FILL_1(i) FILL ((i) % S, i)
#define USE_1(i) USE ((i) % S)
#define CHUNKS(size, limit, at) \
  for (int c = 0; c < limit; c += size) for (int j = c; j < MIN (c + size, limit); j++) at (j);
#define PLAIN(type, limit) for (type j = 0; j < limit; j++) USE_1 (j);
KERNEL (more, CHUNKS (4, n, FILL_1), PLAIN (int, n + 1)) /* { dg-error "PX708" } */
/* { dg-message "is drained here" "" { target *-*-* } .-1 } */
KERNEL (less, CHUNKS (4, n, FILL_1), PLAIN (int, n - 1)) /* { dg-error "PX708" } */
/* { dg-message "is drained here" "" { target *-*-* } .-1 } */
KERNEL (other, CHUNKS (4, n, FILL_1), PLAIN (int, tiles)) /* { dg-error "PX708" } */
/* { dg-message "is drained here" "" { target *-*-* } .-1 } */
KERNEL (narrow, CHUNKS (4, n, FILL_1), PLAIN (int, (short) n)) /* { dg-error "PX708" } */
/* { dg-message "is drained here" "" { target *-*-* } .-1 } */
KERNEL (no_sign, CHUNKS (4, n, FILL_1), PLAIN (unsigned, (unsigned) n)) /* { dg-error "PX708" } */
/* { dg-message "is drained here" "" { target *-*-* } .-1 } */
KERNEL (whole_chunks, for (int c = 0; c < n; c += 4) for (int j = c; j < c + 4; j++) FILL_1 (j);, PLAIN (int, n)) /* { dg-error "PX708" } */
/* { dg-message "is drained here" "" { target *-*-* } .-1 } */
KERNEL (left, CHUNKS (4, n, FILL_1), for (int j = 0; j < n; j++) { if (j == tiles) break; USE_1 (j); }) /* { dg-error "PX708" } */
/* { dg-message "is drained here" "" { target *-*-* } .-1 } */
KERNEL (some, if (tiles > 2) CHUNKS (4, n, FILL_1), PLAIN (int, n)) /* { dg-error "PX708" } */
/* { dg-message "is drained here" "" { target *-*-* } .-1 } */
#define REST(test, rest, at) \
  { \
    int i = 0; \
    for (; test; i += 4) for (int j = 0; j < 4; j++) at (i + j); \
    for (; rest; i++) at (i); \
  }
KERNEL (no_rest, REST (i + 4 <= n, i < 0, FILL_1), PLAIN (int, n)) /* { dg-error "PX708" } */
/* { dg-message "is drained here" "" { target *-*-* } .-1 } */
KERNEL (rest_less, REST (i + 4 < n, i < n - 1, FILL_1), PLAIN (int, n)) /* { dg-error "PX708" } */
/* { dg-message "is drained here" "" { target *-*-* } .-1 } */
KERNEL (rest_more, REST (i < n, i < n, FILL_1), PLAIN (int, n)) /* { dg-error "PX708" } */
/* { dg-message "is drained here" "" { target *-*-* } .-1 } */
#define LAST(two, one, at) \
  { \
    int i = 0; \
    for (; two; i += 2) { at (i); at (i + 1); } \
    if (one) at (i); \
  }
KERNEL (last_more, LAST (i + 1 < n, i <= n, FILL_1), PLAIN (int, n)) /* { dg-error "PX708" } */
/* { dg-message "is drained here" "" { target *-*-* } .-1 } */
KERNEL (last_less, LAST (i + 2 < n, i < n, FILL_1), PLAIN (int, n)) /* { dg-error "PX708" } */
/* { dg-message "is drained here" "" { target *-*-* } .-1 } */
