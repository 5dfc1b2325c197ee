/* SPDX-License-Identifier: MIT */
/* One branch counts by whole parts and a rest, as n / 4 * 4, n & ~3 or n % 4 say, the other plainly: both use the ring n times.
   Where the parts would begin below 0, or the last one of an odd number would be used for a negative one, n is assumed not
   to be negative.  */
/* { dg-do run } */
#include "aux/ring.h"

#define FILL_1(i) FILL ((i) % S, i)
#define USE_1(i) USE ((i) % S)
#define PLAIN(at) for (int j = 0; j < n; j++) at (j);
#define FOUR_AT(i, at) { at (i); at (i + 1); at (i + 2); at (i + 3); }
#define WHOLE(at) for (int i = 0; i < n / 4 * 4; i++) at (i); for (int i = n / 4 * 4; i < n; i++) at (i);
#define NAMED(at) { int m = n / 4 * 4; for (int i = 0; i < m; i += 4) FOUR_AT (i, at) for (int i = m; i < n; i++) at (i); }
#define PARTS(at) \
  { int m = n / 4; for (int i = 0; i < m; i++) for (int j = 0; j < 4; j++) at (4 * i + j); for (int i = 4 * m; i < n; i++) at (i); }
#define RESTS(at) \
  { int m = n / 4; for (int i = 0; i < m; i++) for (int j = 0; j < 4; j++) at (4 * i + j); for (int j = 0; j < n % 4; j++) at (4 * m + j); }
#define GOES_ON(at) { int i = 0; for (; i < n / 4 * 4; i += 4) FOUR_AT (i, at) for (; i < n; i++) at (i); }
#define BESIDE(at) { int i = 0; for (int k = 0; k < n / 4; k++, i += 4) FOUR_AT (i, at) for (; i < n; i++) at (i); }
#define MASKED(at) { int i = 0; for (; i < (n & ~3); i += 4) FOUR_AT (i, at) for (; i < n; i++) at (i); }
#define LESS_REST(at) { int i = 0; for (; i < n - n % 4; i += 4) FOUR_AT (i, at) for (; i < n; i++) at (i); }
#define SHIFTED(at) \
  { int m = n >> 2, r = n & 3; for (int i = 0; i < m; i++) FOUR_AT (4 * i, at) for (int i = 0; i < r; i++) at (4 * m + i); }
#define ODD(at) { for (int i = 0; i < n - 1; i += 2) { at (i); at (i + 1); } if (n & 1) at (n - 1); }
#define ODD_HALVES(at) { int m = n / 2; for (int i = 0; i < m; i++) { at (2 * i); at (2 * i + 1); } if (n % 2) at (n - 1); }
#define ODD_BEHIND(at) { int i = 0; for (; i + 1 < n; i += 2) { at (i); at (i + 1); } if (n % 2 == 1) at (i); }
#define ODD_MASKED(at) { int i = 0; for (; i < (n & ~1); i += 2) { at (i); at (i + 1); } if (n & 1) at (i); }
#define BOTH_WAYS(name, one, other) KERNEL (name, one (FILL_1), other (USE_1)) KERNEL (name##_turned, other (FILL_1), one (USE_1))
BOTH_WAYS (whole, WHOLE, PLAIN)
BOTH_WAYS (named, NAMED, PLAIN)
BOTH_WAYS (parts, PARTS, PLAIN)
BOTH_WAYS (rests, RESTS, PLAIN)
BOTH_WAYS (goes_on, GOES_ON, PLAIN)
BOTH_WAYS (two_ways, GOES_ON, PARTS)

#define ASSUMED(form, at) px_assume (n >= 0); form (at)
#define BOTH_ASSUMED(name, one) \
  KERNEL (name, ASSUMED (one, FILL_1), ASSUMED (PLAIN, USE_1)) KERNEL (name##_turned, ASSUMED (PLAIN, FILL_1), ASSUMED (one, USE_1))
BOTH_ASSUMED (beside, BESIDE)
BOTH_ASSUMED (masked, MASKED)
BOTH_ASSUMED (less_rest, LESS_REST)
BOTH_ASSUMED (shifted, SHIFTED)
BOTH_ASSUMED (odd, ODD)
BOTH_ASSUMED (odd_halves, ODD_HALVES)
BOTH_ASSUMED (odd_behind, ODD_BEHIND)
BOTH_ASSUMED (odd_masked, ODD_MASKED)
/* Of no sign, where n is known not to be negative; the number of chunks of four.  */
KERNEL (no_sign, px_assume (n >= 0); for (unsigned k = 0; k < ((unsigned) n + 3) / 4; k++) FILL_1 ((int) k);,
	px_assume (n >= 0); for (int i = 0, k = 0; i < n; i += 4, k++) USE_1 (k);)

#define TRY(name, n) \
  do \
    { \
      int *o = t_dev (0, C * sizeof *o); \
      LAUNCH (1, P + C, name, d, o, n, 1, 5); \
      check (o, n); \
    } \
  while (0)
#define TRY_BOTH(name, n) do { TRY (name, n); TRY (name##_turned, n); } while (0)

int
main (void)
{
  start ();
  for (int n = -5; n < N; n++)
    {
      TRY_BOTH (whole, n);
      TRY_BOTH (named, n);
      TRY_BOTH (parts, n);
      TRY_BOTH (rests, n);
      TRY_BOTH (goes_on, n);
      TRY_BOTH (two_ways, n);
    }
  for (int n = 0; n < N; n++)
    {
      TRY_BOTH (beside, n);
      TRY_BOTH (masked, n);
      TRY_BOTH (less_rest, n);
      TRY_BOTH (shifted, n);
      TRY_BOTH (odd, n);
      TRY_BOTH (odd_halves, n);
      TRY_BOTH (odd_behind, n);
      TRY_BOTH (odd_masked, n);
      int *o = t_dev (0, C * sizeof *o);
      LAUNCH (1, P + C, no_sign, d, o, n, 1, 5);
      check (o, (n + 3) / 4);
    }
  OK (px_free (d));
  return 0;
}
