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

/* What is hashed in a launch with N is that of ROWS rows.  */
#define TRY(name, n, rows) \
  do \
    { \
      int *o = t_dev (0, C * sizeof *o); \
      LAUNCH (1, P + C, name, d, o, n, 2, n / 2); \
      check (o, rows); \
    } \
  while (0)

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
  for (int n = -1; n <= N / 2; n++)
    TRY (tiles_of, n, 2 * n);
  OK (px_free (d));
  return 0;
}
