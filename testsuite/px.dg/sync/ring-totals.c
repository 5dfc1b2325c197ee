/* SPDX-License-Identifier: MIT */
/* One branch counts in another form than the other: in chunks, by whole ones and the rest, one after the other, down.
   Both use the ring n times.  */
/* { dg-do run } */
#include "aux/ring.h"

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define FILL_1(i) FILL ((i) % S, i)
#define USE_1(i) USE ((i) % S)
#define PLAIN(at) for (int j = 0; j < n; j++) at (j);
#define CHUNKS(size, at) for (int c = 0; c < n; c += size) for (int j = c; j < MIN (c + size, n); j++) at (j);
#define FROM_0(size, at) for (int c = 0; c < n; c += size) for (int j = 0; j < size && c + j < n; j++) at (c + j);
#define NUMBERED(at) for (int k = 0; k < (n + 3) / 4; k++) for (int j = 4 * k; j < MIN (4 * k + 4, n); j++) at (j);
#define THREE(at) \
  for (int c = 0; c < n; c += 6) for (int d = c; d < c + 6 && d < n; d += 2) for (int j = d; j < d + 2 && j < n; j++) at (j);
#define REST(at) \
  { \
    int i = 0; \
    for (; i + 4 <= n; i += 4) for (int j = 0; j < 4; j++) at (i + j); \
    for (; i < n; i++) at (i); \
  }
#define LAST(at) \
  { \
    int i = 0; \
    for (; i + 1 < n; i += 2) { at (i); at (i + 1); } \
    if (i < n) at (i); \
  }
#define BOTH_WAYS(name, one, other) KERNEL (name, one (FILL_1), other (USE_1)) KERNEL (name##_turned, other (FILL_1), one (USE_1))
#define FOUR(at) CHUNKS (4, at)
#define FIVE(at) CHUNKS (5, at)
#define FOUR_FROM_0(at) FROM_0 (4, at)
BOTH_WAYS (plain, FOUR, PLAIN)
BOTH_WAYS (sizes, FOUR, FIVE)
BOTH_WAYS (from_0, FOUR_FROM_0, PLAIN)
BOTH_WAYS (numbered, NUMBERED, PLAIN)
BOTH_WAYS (three, THREE, FOUR)
BOTH_WAYS (rest, REST, PLAIN)
BOTH_WAYS (last, LAST, PLAIN)
BOTH_WAYS (rest_last, REST, LAST)
/* Chunks of sizes that the kernel is given.  */
#define POSITIVE px_assume (tiles >= 1 && each >= 1);
KERNEL (given, POSITIVE CHUNKS (tiles, FILL_1), PLAIN (USE_1))
KERNEL (given_both, POSITIVE CHUNKS (tiles, FILL_1), POSITIVE CHUNKS (each, USE_1))
KERNEL (given_guard, if (n > 0) CHUNKS (4, FILL_1), PLAIN (USE_1))
/* Down, with a slot that goes around; slots that go down.  */
KERNEL (around, for (int i = n; i > 0; i--) { FILL (s, n - i); s = (s + 1) % S; }, CHUNKS (4, USE_1))
#define FILL_DOWN(i) FILL (S - 1 - (i) % S, i)
#define USE_DOWN(i) USE (S - 1 - (i) % S)
KERNEL (down, CHUNKS (4, FILL_DOWN), PLAIN (USE_DOWN))

#define TRY(name, n) \
  do \
    { \
      int *o = t_dev (0, C * sizeof *o); \
      LAUNCH (1, P + C, name, d, o, n, 1 + (n & 3), 5); \
      check (o, n); \
    } \
  while (0)
#define TRY_BOTH(name, n) \
  do \
    { \
      TRY (name, n); \
      TRY (name##_turned, n); \
    } \
  while (0)

int
main (void)
{
  start ();
  for (int n = -5; n < N; n++)
    {
      TRY_BOTH (plain, n);
      TRY_BOTH (sizes, n);
      TRY_BOTH (from_0, n);
      TRY_BOTH (numbered, n);
      TRY_BOTH (three, n);
      TRY_BOTH (rest, n);
      TRY_BOTH (last, n);
      TRY_BOTH (rest_last, n);
      TRY (given, n);
      TRY (given_both, n);
      TRY (given_guard, n);
      TRY (around, n);
      TRY (down, n);
    }
  OK (px_free (d));
  return 0;
}
