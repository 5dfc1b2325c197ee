/* SPDX-License-Identifier: MIT */
/* Rings that are filled and drained in chunks, of which the last may be shorter: an inner loop goes from where the
   outer one is to the lesser of its end and that of all.  Its counter is the ring's number.  */
/* { dg-do run } */
#include "aux/ring.h"

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define CHUNKS(size) for (int c = 0; c < n; c += size)

KERNEL (least, CHUNKS (4) for (int j = c; j < MIN (c + 4, n); j++) FILL (j % S, j);,
	CHUNKS (4) for (int j = c; j < MIN (c + 4, n); j++) USE (j % S);)
KERNEL (end, CHUNKS (4) { int e = c + 4; if (e > n) e = n; for (int j = c; j < e; j++) FILL (j % S, j); },
	CHUNKS (4) { int e = c + 4; if (e > n) e = n; for (int j = c; j < e; j++) USE (j % S); })
KERNEL (both, CHUNKS (4) for (int j = c; j < c + 4 && j < n; j++) FILL (j % S, j);,
	CHUNKS (4) for (int j = c; j < c + 4 && j < n; j++) USE (j % S);)
/* More than twice the slots: numbers of a signed type do not wrap around.  */
KERNEL (large, CHUNKS (16) for (int j = c; j <= MIN (c + 15, n - 1); j++) FILL (j % S, j);,
	CHUNKS (16) for (int j = c; j <= MIN (c + 15, n - 1); j++) USE (j % S);)
KERNEL (left, CHUNKS (4) for (int j = c; j < c + 4; j++) { if (j >= n) break; FILL (j % S, j); },
	CHUNKS (4) for (int j = c; j < c + 4; j++) { if (j >= n) break; USE (j % S); })
/* In another loop, and one more behind.  */
KERNEL (tiles_of, for (int k = 0; k < 2; k++) CHUNKS (5) for (int j = c; j < MIN (c + 5, n); j++) FILL ((k * n + j) % S, k * n + j);,
	for (int k = 0; k < 2; k++) CHUNKS (5) for (int j = c; j < MIN (c + 5, n); j++) USE ((k * n + j) % S);)
KERNEL (behind, CHUNKS (4) for (int j = c; j < MIN (c + 4, n); j++) FILL (j % S, j); if (n >= 0) FILL (n % S, n);,
	CHUNKS (4) for (int j = c; j < MIN (c + 4, n); j++) USE (j % S); if (n >= 0) USE (n % S);)
/* The inner counter begins with 0, and the number is a sum.  */
KERNEL (from_0, CHUNKS (4) for (int j = 0; j < 4 && c + j < n; j++) FILL ((c + j) % S, c + j);,
	CHUNKS (4) for (int j = 0; j < 4 && c + j < n; j++) USE ((c + j) % S);)
KERNEL (rest, CHUNKS (4) { int m = MIN (4, n - c); for (int j = 0; j < m; j++) FILL ((c + j) % S, c + j); },
	CHUNKS (4) { int m = MIN (4, n - c); for (int j = 0; j < m; j++) USE ((c + j) % S); })
/* Chunks in chunks.  */
#define DEEP(at) \
  CHUNKS (8) \
    { \
      int ce = MIN (c + 8, n); \
      for (int d = c; d < ce; d += 3) \
	{ \
	  int de = MIN (d + 3, ce); \
	  for (int j = d; j < de; j++) at (j); \
	} \
    }
#define FILL_1(i) FILL ((i) % S, i)
#define USE_1(i) USE ((i) % S)
KERNEL (deep, DEEP (FILL_1), DEEP (USE_1))
/* Unsigned counters: of 32 bits they go up by no more than twice the slots.  */
#define UNSIGNED(type, size, at) \
  type e = n < 0 ? 0 : n; \
  for (type c = 0; c < e; c += size) for (type j = c; j < c + size && j < e; j++) at (j);
KERNEL (words, UNSIGNED (unsigned, 6, FILL_1), UNSIGNED (unsigned, 6, USE_1))
KERNEL (sizes, UNSIGNED (size_t, 16, FILL_1), UNSIGNED (size_t, 16, USE_1))
#define UNSIGNED_REST(type, at) \
  type e = n < 0 ? 0 : n; \
  for (type c = 0; c < e; c += 4) { type m = MIN (4, e - c); for (type j = 0; j < m; j++) at (c + j); }
KERNEL (words_rest, UNSIGNED_REST (unsigned, FILL_1), UNSIGNED_REST (unsigned, USE_1))
KERNEL (sizes_rest, UNSIGNED_REST (size_t, FILL_1), UNSIGNED_REST (size_t, USE_1))
/* Chunks of a size that the kernel is given, or loads, which is known to be positive.  */
#define SIZED(size, at) \
  for (int c = 0; c < n; c += size) for (int j = c; j < MIN (c + size, n); j++) at (j);
#define SIZED_REST(size, at) \
  for (int c = 0; c < n; c += size) { int m = MIN (size, n - c); for (int j = 0; j < m; j++) at (c + j); }
KERNEL (given, px_assume (tiles >= 1); SIZED (tiles, FILL_1), px_assume (tiles >= 1); SIZED (tiles, USE_1))
KERNEL (guarded, if (tiles > 0) SIZED (tiles, FILL_1), if (tiles > 0) SIZED (tiles, USE_1))
KERNEL (given_rest, px_assume (tiles >= 1); SIZED_REST (tiles, FILL_1), px_assume (tiles >= 1); SIZED_REST (tiles, USE_1))
KERNEL (loaded, { int z = in[0]; if (z > 0) SIZED (z, FILL_1) }, { int z = in[0]; if (z > 0) SIZED (z, USE_1) })
KERNEL (two_sizes, { px_assume (tiles >= 1 && each >= -1); int z = 2 * tiles + each; SIZED (z, FILL_1) },
	{ px_assume (tiles >= 1 && each >= -1); int z = 2 * tiles + each; SIZED (z, USE_1) })
/* ... by the operation that gives it; where that gives 0, no branch comes to an end, or uses the ring.  */
#define LAST_BITS(more, at) { int z = (each & 7) + more; SIZED (z, at) }
KERNEL (last_bits, LAST_BITS (1, FILL_1), LAST_BITS (1, USE_1))
KERNEL (no_more, LAST_BITS (0, FILL_1), LAST_BITS (0, USE_1))
/* Counted by the chunks' numbers.  */
#define NUMBERED(chunks, at) \
  for (int k = 0; k < chunks; k++) for (int j = 4 * k; j < MIN (4 * k + 4, n); j++) at (j);
KERNEL (numbered, NUMBERED ((n + 3) / 4, FILL_1), NUMBERED ((n + 3) / 4, USE_1))
KERNEL (numbered_shift, NUMBERED ((n + 3) >> 2, FILL_1), NUMBERED ((n + 3) >> 2, USE_1))
#define NUMBERED_LESS(at) for (int k = 0; 4 * k < n; k++) for (int j = 0; j < 4 && 4 * k + j < n; j++) at (4 * k + j);
KERNEL (numbered_less, NUMBERED_LESS (FILL_1), NUMBERED_LESS (USE_1))
KERNEL (numbered_behind, NUMBERED ((n + 3) / 4, FILL_1) if (n > 0) FILL (n % S, n);, NUMBERED ((n + 3) / 4, USE_1) if (n > 0) USE (n % S);)
/* Three deep: the inner chunks' counter stays below the outer ones' end by what it adds.  */
#define THREE(outer, inner, at) \
  CHUNKS (outer) for (int d = c; d < c + outer && d < n; d += inner) for (int j = d; j < d + inner && j < n; j++) at (j);
#define THREE_LEAST(outer, inner, at) \
  CHUNKS (outer) for (int d = c; d < MIN (c + outer, n); d += inner) for (int j = d; j < d + inner && j < n; j++) at (j);
KERNEL (three, THREE (8, 4, FILL_1), THREE (8, 4, USE_1))
KERNEL (three_least, THREE_LEAST (6, 2, FILL_1), THREE_LEAST (6, 2, USE_1))

/* What is hashed in a launch with N is that of ROWS rows.  */
#define TRY_SIZES(name, n, rows, size, other) \
  do \
    { \
      int *o = t_dev (0, C * sizeof *o); \
      LAUNCH (1, P + C, name, d, o, n, size, other); \
      check (o, rows); \
    } \
  while (0)
#define TRY(name, n, rows) TRY_SIZES (name, n, rows, 2, n / 2)

int
main (void)
{
  start ();
  for (int n = -1; n < N; n++)
    {
      TRY (least, n, n);
      TRY (end, n, n);
      TRY (both, n, n);
      TRY (large, n, n);
      TRY (left, n, n);
      TRY (behind, n, n + 1);
      TRY (from_0, n, n);
      TRY (rest, n, n);
      TRY (deep, n, n);
      TRY (words, n, n);
      TRY (sizes, n, n);
      TRY (words_rest, n, n);
      TRY (sizes_rest, n, n);
    }
  for (int n = -5; n < N; n++)
    {
      for (int size = 1; size < 7; size++)
	{
	  TRY_SIZES (given, n, n, size, 0);
	  TRY_SIZES (given_rest, n, n, size, 0);
	  TRY_SIZES (two_sizes, n, n, size, size - 2);
	  TRY_SIZES (last_bits, n, n, 0, size - 3);
	  TRY_SIZES (no_more, n, n, 0, size + 8);
	}
      for (int size = -1; size < 4; size++)
	TRY_SIZES (guarded, n, size > 0 ? n : 0, size, 0);
      TRY (loaded, n, in[0] > 0 ? n : 0);
      TRY (numbered, n, n);
      TRY (numbered_shift, n, n);
      TRY (numbered_less, n, n);
      TRY (numbered_behind, n, n > 0 ? n + 1 : 0);
      TRY (three, n, n);
      TRY (three_least, n, n);
    }
  for (int n = -1; n <= N / 2; n++)
    TRY (tiles_of, n, 2 * n);
  OK (px_free (d));
  return 0;
}
