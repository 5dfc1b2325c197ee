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
    }
  for (int n = -1; n <= N / 2; n++)
    TRY (tiles_of, n, 2 * n);
  OK (px_free (d));
  return 0;
}
