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
/* Of a size that may be 0 or negative, changes, or is not that of all places.  */
#define SIZED(step, size, at) \
  for (int c = 0; c < n; c += step) for (int j = c; j < MIN (c + size, n); j++) at (j);
#define POSITIVE px_assume (tiles >= 1 && each >= 1);
KERNEL (any_size, SIZED (tiles, tiles, FILL_1), SIZED (tiles, tiles, USE_1)) /* { dg-error {say so: px_assume \(tiles > 0\) .PX707} } */
KERNEL (other_size, POSITIVE SIZED (tiles, each, FILL_1), POSITIVE SIZED (tiles, each, USE_1)) /* { dg-error "PX707" } */
KERNEL (size_more, POSITIVE SIZED (tiles, tiles + 1, FILL_1), POSITIVE SIZED (tiles, tiles + 1, USE_1)) /* { dg-error "PX707" } */
KERNEL (size_less, POSITIVE SIZED (tiles + 1, tiles, FILL_1), POSITIVE SIZED (tiles + 1, tiles, USE_1)) /* { dg-error "PX707" } */
KERNEL (negative, px_assume (tiles < 0); SIZED (- tiles, tiles, FILL_1), px_assume (tiles < 0); SIZED (- tiles, tiles, USE_1)) /* { dg-error "PX707" } */
#define GROWS(at) POSITIVE { int z = tiles; for (int c = 0; c < n; c += z) { for (int j = c; j < MIN (c + z, n); j++) at (j); z++; } }
KERNEL (grows, GROWS (FILL_1), GROWS (USE_1)) /* { dg-error "PX707" } */
/* This rest may be negative.  */
#define BITS(bits, at) { int z = bits; SIZED (z, z, at) }
KERNEL (rest, BITS (each % 8 + 1, FILL_1), BITS (each % 8 + 1, USE_1)) /* { dg-error "PX707" } */
/* The guard is of another number, or says too little.  */
KERNEL (guarded, if (each > 0) SIZED (tiles, tiles, FILL_1), if (each > 0) SIZED (tiles, tiles, USE_1)) /* { dg-error "PX707" } */
KERNEL (guarded_less, if (tiles > -2) SIZED (tiles, tiles, FILL_1), if (tiles > -2) SIZED (tiles, tiles, USE_1)) /* { dg-error "PX707" } */
/* What is known holds in one turn only.  */
#define LATER(at) \
  for (int c = 0; c < n; c += tiles) { if (tiles < 1) continue; for (int j = c; j < MIN (c + tiles - 1, n); j++) at (j); }
KERNEL (later_known, LATER (FILL_1), LATER (USE_1)) /* { dg-error "PX707" } */
/* Numbers of chunks: one too few or too many, of another size, from another number on.  Behind, number n is the next
   one only if all were used.  */
#define NUMBERED(first, chunks, size, step, at) \
  for (int k = first; k < chunks; k++) for (int j = step * k; j < MIN (step * k + size, n); j++) at (j); \
  if (n > 0) at (n);
KERNEL (too_few, NUMBERED (0, (n + 2) / 4, 4, 4, FILL_1), NUMBERED (0, (n + 2) / 4, 4, 4, USE_1)) /* { dg-error "PX707" } */
KERNEL (whole_only, NUMBERED (0, n / 4, 4, 4, FILL_1), NUMBERED (0, n / 4, 4, 4, USE_1)) /* { dg-error "PX707" } */
KERNEL (numbered_size, NUMBERED (0, (n + 3) / 4, 3, 4, FILL_1), NUMBERED (0, (n + 3) / 4, 3, 4, USE_1)) /* { dg-error "PX707" } */
KERNEL (numbered_step, NUMBERED (0, (n + 3) / 4, 5, 5, FILL_1), NUMBERED (0, (n + 3) / 4, 4, 5, USE_1)) /* { dg-error "PX707" } */
KERNEL (numbered_first, NUMBERED (1, (n + 3) / 4, 4, 4, FILL_1), NUMBERED (1, (n + 3) / 4, 4, 4, USE_1)) /* { dg-error "PX707" } */
KERNEL (numbered_other, NUMBERED (0, (tiles + 3) / 4, 4, 4, FILL_1), NUMBERED (0, (tiles + 3) / 4, 4, 4, USE_1)) /* { dg-error "PX707" } */
/* Rounded to 0, -1 is 0.  */
#define BELOW_0(at) for (int k = -1; k < (n + 3) / 4; k++) for (int j = 4 * k + 4; j < MIN (4 * k + 8, n); j++) at (j); if (n > 0) at (n);
KERNEL (below_0, BELOW_0 (FILL_1), BELOW_0 (USE_1)) /* { dg-error "PX707" } */
/* Three deep: the inner chunks do not end where the outer ones do.  */
#define THREE(outer, inner, size, first, at) \
  CHUNKS (outer) for (int d = c + first; d < c + outer && d < n; d += inner) for (int j = d; j < d + size && j < n; j++) at (j);
KERNEL (three_odd, THREE (8, 3, 3, 0, FILL_1), THREE (8, 3, 3, 0, USE_1)) /* { dg-error "PX707" } */
KERNEL (three_more, THREE (8, 4, 5, 0, FILL_1), THREE (8, 4, 5, 0, USE_1)) /* { dg-error "PX707" } */
KERNEL (three_first, THREE (8, 4, 4, 1, FILL_1), THREE (8, 4, 4, 1, USE_1)) /* { dg-error "PX707" } */
/* A limit that is set in the loop.  */
#define SET(change, at) { int e = n; for (int c = 0; c < e; c += 4) { for (int j = c; j < MIN (c + 4, e); j++) at (j); change; } if (e > 0) at (e); }
KERNEL (set, SET (e = tiles, FILL_1), SET (e = tiles, USE_1)) /* { dg-error "PX707" } */
KERNEL (set_less, SET (e--, FILL_1), SET (e--, USE_1)) /* { dg-error "PX707" } */
#define SET_INNER(at) { int e = n; CHUNKS (4) { for (int j = c; j < MIN (c + 4, e); j++) { at (j); e = tiles; } } }
KERNEL (set_inner, SET_INNER (FILL_1), SET_INNER (USE_1)) /* { dg-error "PX707" } */
