/* SPDX-License-Identifier: MIT */
/* Chunks that leave numbers out or take some twice: their ends are not those of the outer loop's turns, or not the lesser
   of these and of the end of all.  */
/* { dg-do compile } */
#include "aux/ring.h"

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define CHUNKS(size) for (int c = 0; c < n; c += size)
KERNEL (more, CHUNKS (4) for (int j = c; j < MIN (c + 5, n); j++) FILL (j % S, j);, /* { dg-error "PX707" } */
	CHUNKS (4) for (int j = c; j < MIN (c + 5, n); j++) USE (j % S);)
KERNEL (less, CHUNKS (4) for (int j = c; j < MIN (c + 3, n); j++) FILL (j % S, j);, /* { dg-error "PX707" } */
	CHUNKS (4) for (int j = c; j < MIN (c + 3, n); j++) USE (j % S);)
KERNEL (later, CHUNKS (4) for (int j = c + 1; j < MIN (c + 4, n); j++) FILL (j % S, j);, /* { dg-error "PX707" } */
	CHUNKS (4) for (int j = c + 1; j < MIN (c + 4, n); j++) USE (j % S);)
KERNEL (greater, CHUNKS (4) for (int j = c; j < MAX (c + 4, n); j++) FILL (j % S, j);, /* { dg-error "PX707" } */
	CHUNKS (4) for (int j = c; j < MAX (c + 4, n); j++) USE (j % S);)
KERNEL (either, CHUNKS (4) for (int j = c; j < c + 4 || j < n; j++) FILL (j % S, j);, /* { dg-error "PX707" } */
	CHUNKS (4) for (int j = c; j < c + 4 || j < n; j++) USE (j % S);)
KERNEL (other_end, CHUNKS (4) for (int j = c; j < MIN (c + 4, tiles); j++) FILL (j % S, j);, /* { dg-error "PX707" } */
	CHUNKS (4) for (int j = c; j < MIN (c + 4, tiles); j++) USE (j % S);)
KERNEL (end_too, CHUNKS (4) for (int j = c; j <= MIN (c + 4, n); j++) FILL (j % S, j);, /* { dg-error "PX707" } */
	CHUNKS (4) for (int j = c; j <= MIN (c + 4, n); j++) USE (j % S);)
KERNEL (by_two, CHUNKS (4) for (int j = c; j < MIN (c + 4, n); j += 2) FILL (j % S, j);, /* { dg-error "PX707" } */
	CHUNKS (4) for (int j = c; j < MIN (c + 4, n); j += 2) USE (j % S);)
KERNEL (left, CHUNKS (4) for (int j = c; j < MIN (c + 4, n); j++) { if (j == tiles) break; FILL (j % S, j); }, /* { dg-error "PX707" } */
	CHUNKS (4) for (int j = c; j < MIN (c + 4, n); j++) { if (j == tiles) break; USE (j % S); })
/* Behind the loop it is not number n, if that is negative.  */
KERNEL (behind, CHUNKS (4) for (int j = c; j < MIN (c + 4, n); j++) FILL (j % S, j); FILL (n % S, n);, /* { dg-error "PX707" } */
	CHUNKS (4) for (int j = c; j < MIN (c + 4, n); j++) USE (j % S); USE (n % S);)
/* Unsigned numbers may wrap around.  */
KERNEL (wraps, for (unsigned c = 0; c < (unsigned) n; c += 4) for (unsigned j = c; j < c + 4 && j < (unsigned) n; j++) FILL (j % S, j);, /* { dg-error "PX707" } */
	for (unsigned c = 0; c < (unsigned) n; c += 4) for (unsigned j = c; j < c + 4 && j < (unsigned) n; j++) USE (j % S);)
/* An inner loop that is never entered does not end with its limit.  */
#define NEVER(at) CHUNKS (4) { for (int j = c; j < c - 2; j++) at (j); for (int j = c - 2; j < c + 4; j++) at (j); }
#define FILLS(i) FILL ((i + S) % S, i + S)
#define USES(i) USE ((i + S) % S)
KERNEL (never, NEVER (FILLS), NEVER (USES)) /* { dg-error "PX707" } */
#define FILL_1(i) FILL ((i) % S, i)
#define USE_1(i) USE ((i) % S)
/* Those of 32 bits by more than twice the slots a turn; a difference that may be negative.  */
#define UNSIGNED(type, size, start, limit, at) \
  type e = n; \
  for (type c = start; c < e; c += size) for (type j = c; j < limit; j++) at (j);
KERNEL (words_far, UNSIGNED (unsigned, 7, 0, MIN (c + 7, e), FILL_1), UNSIGNED (unsigned, 7, 0, MIN (c + 7, e), USE_1)) /* { dg-error "PX707" } */
KERNEL (not_under, UNSIGNED (unsigned, 4, 0, c + MIN (4, e - 5), FILL_1), UNSIGNED (unsigned, 4, 0, c + MIN (4, e - 5), USE_1)) /* { dg-error "PX707" } */
/* From 0, but not to the lesser of both ends.  */
#define FROM_0(end, more, at) CHUNKS (4) for (int j = 0; j < end && c + j < more; j++) at (c + j);
KERNEL (from_0_more, FROM_0 (5, n, FILL_1), FROM_0 (5, n, USE_1)) /* { dg-error "PX707" } */
KERNEL (from_0_other, FROM_0 (4, tiles, FILL_1), FROM_0 (4, tiles, USE_1)) /* { dg-error "PX707" } */
#define REST(least, at) CHUNKS (4) { int m = least; for (int j = 0; j < m; j++) at (c + j); }
KERNEL (rest_greater, REST (MAX (4, n - c), FILL_1), REST (MAX (4, n - c), USE_1)) /* { dg-error "PX707" } */
/* Chunks in chunks, of which the inner ones go beyond the outer ones' end.  */
#define DEEP(inner, end, at) \
  CHUNKS (8) { int ce = MIN (c + 8, n); for (int d = c; d < ce; d += inner) { int de = end; for (int j = d; j < de; j++) at (j); } }
KERNEL (deep_beyond, DEEP (3, MIN (d + 3, n), FILL_1), DEEP (3, MIN (d + 3, n), USE_1)) /* { dg-error "PX707" } */
KERNEL (deep_more, DEEP (3, MIN (d + 4, ce), FILL_1), DEEP (3, MIN (d + 4, ce), USE_1)) /* { dg-error "PX707" } */
KERNEL (deep_greater, DEEP (3, MAX (d + 3, ce), FILL_1), DEEP (3, MAX (d + 3, ce), USE_1)) /* { dg-error "PX707" } */
/* A number of 64 bits by more than twice the slots, of which the index has 32.  */
#define NARROW(type, at) \
  for (size_t c = 0; c < (size_t) n; c += 63) for (int j = 0; j < 63; j++) at ((type) c + j);
KERNEL (narrow, NARROW (unsigned, FILL_1), NARROW (unsigned, USE_1)) /* { dg-error "PX707" } */
KERNEL (narrow_sum, for (size_t c = 0; c < (size_t) n; c += 63) for (int j = 0; j < 63; j++) FILL_1 ((unsigned) (c + j));, /* { dg-error "PX707" } */
	for (size_t c = 0; c < (size_t) n; c += 63) for (int j = 0; j < 63; j++) USE_1 ((unsigned) (c + j));)
/* A counter that may begin above its limit, goes past it, or is compared with it in some turns only.  */
#define BETWEEN(at) CHUNKS (4) { for (int j = c; j < tiles; j++) at (j); for (int j = tiles; j < c + 4; j++) at (j); }
KERNEL (between, BETWEEN (FILLS), BETWEEN (USES)) /* { dg-error "PX707" } */
#define PAST(at) CHUNKS (3) for (int j = c; j < MIN (c + 3, n); j += 2) { at (j); at (j + 1); }
KERNEL (past, PAST (FILL_1), PAST (USE_1)) /* { dg-error "PX707" } */
#define SOMETIMES(at) CHUNKS (4) for (int j = c; j < n; j++) { if (tiles > 2) if (j >= c + 4) break; at (j); }
KERNEL (sometimes, SOMETIMES (FILL_1), SOMETIMES (USE_1)) /* { dg-error "PX707" } */
/* Whole chunks, with counters of 64 bits: of more than 1024, or of an index of 32 bits.  */
#define WHOLE(size, as, at) \
  size_t e = n; \
  for (size_t c = 0; c < e; c += size) for (size_t j = 0; j < size; j++) at ((as) (c + j));
KERNEL (whole, WHOLE (1023, size_t, FILL_1), WHOLE (1023, size_t, USE_1))
KERNEL (whole_more, WHOLE (1026, size_t, FILL_1), WHOLE (1026, size_t, USE_1)) /* { dg-error "PX707" } */
KERNEL (whole_narrow, WHOLE (63, unsigned, FILL_1), WHOLE (63, unsigned, USE_1)) /* { dg-error "PX707" } */
