/* SPDX-License-Identifier: MIT */
/* Loops that keep their tests, as something in a turn is not under the guard, or the tests do not say the same, or the
   second one may not be made when the first one fails.  The results are those of plain C.  */
/* { dg-do run } */
/* { dg-additional-options "-fopt-info-loop-all=exits-kept.info" } */
/* { dg-final { scan-file-not exits-kept.info {tests of a loop are one|ends with its guard} } } */
#include "../aux/t.h"

enum { T = 32, N = 400 };

/* NAME makes LOOP, of thread T, which may write O, an array of the thread's, and add to S, and reads A, N numbers
   of which the first is A[0].  */
#define TRY(name, loop) \
  __kernel __requires (grid (1), block (1), threads (T)) void \
  name (unsigned *restrict out, int *restrict sums, const int *restrict a, int n, int m) \
  { \
    __group (block, 1) \
      { \
	int t __perspective (thread, 1) = px_id (thread); /* not negative, as px knows */ \
	__group (thread, 1) __unsafe \
	  { \
	    unsigned *o = out + t * N; \
	    unsigned s = 0; \
	    loop \
	    sums[t] = s; \
	  } \
      } \
  } \
  static int \
  name##_host (unsigned *o, int t, const int *a, int n, int m) \
  { \
    unsigned s = 0; \
    loop \
    return s; \
  }
TRY (counter, int i = 0; for (; i < n; i += T) if (i + t < n) o[i + t] = i; s = i;)
TRY (outside, for (int i = 0; i < n; i += T) { if (i + t < n) o[i + t] = i; s += i; })
TRY (carried, int k = 0; for (int i = 0; i < n; i += T) if (i + t < n) o[i + t] = k++; s = k;)
TRY (otherwise, for (int i = 0; i < n; i += T) if (i + t < n) o[i + t] = i; else o[i] = 7 * i;)
TRY (bound, for (int i = 0; i < n; i += T) if (i + t < m) o[i + t] = i;)
TRY (loaded, int d = a[t]; for (int i = 0; i < n; i += T) if (i + d < n) o[i] = 1;)
TRY (changes, o[9] = n; for (int i = 0; i < (int) o[9]; i += T) if (i + t < (int) o[9]) { o[i + t] = i % 64; if (o[9] > 3) o[9]--; })
TRY (before, for (int i = -5; i < n; i += T) if (i + t < n) o[i + t + 5] = i;)
TRY (from, for (int i = m; i < n; i += T) if (i + t < n) o[i + t] = i;)
TRY (down, for (int i = 300; i < n; i -= T) { if (i + t < n) o[i + t] = i; if (i < T) break; })
TRY (wraps, for (unsigned i = 0; i < (unsigned) n; i += T) if (i + t - 3 < (unsigned) n) o[i + t] = i;)
TRY (scaled, for (int i = 0; i < n; i += T) if (2 * i + t < n) o[i + t] = i;)
TRY (reads, int k = 0; while (k < n && a[k] != t) k++; s = k;)
TRY (reads_one, int k = 0; while (k < n && (k ^ 1) != (*a & 31)) k++; s = k;)
TRY (divides, int k = 1; while (k != m && n / (m - k) < 50) k++; s = k;)
TRY (signed_sum, int k = 0; while (k < n && (k + m) * m != 12 * t) k++; s = k;)
TRY (apart, int k = 0; while (k < n) { if ((k ^ t) == 9) { s += 1000; break; } k++; } s += k;)

static unsigned out[T * N], want[T * N];
static int sums[T], a[N];

#define CHECK_LOOP(name) \
  { \
    memset (out, 0xff, sizeof out); \
    memset (want, 0xff, sizeof want); \
    unsigned *d = t_dev (out, sizeof out); \
    int *e = t_dev (sums, sizeof sums), *f = t_dev (a, sizeof a); \
    LAUNCH (1, T, name, d, e, f, n, m); \
    t_back (out, d, sizeof out); \
    t_back (sums, e, sizeof sums); \
    OK (px_free (f)); \
    for (int t = 0; t < T; t++) \
      CHECK (sums[t] == name##_host (want + t * N, t, a, n, m)); \
    CHECK (!memcmp (out, want, sizeof out)); \
  }

int
main (void)
{
  for (int i = 0; i < N; i++)
    a[i] = i % 5 - 2;
  for (int n = 0; n < 350; n = n < 70 ? n + 3 : n + 100)
    for (int m = 2; m < 40; m += 17)
      {
	CHECK_LOOP (counter)
	CHECK_LOOP (outside)
	CHECK_LOOP (carried)
	CHECK_LOOP (otherwise)
	CHECK_LOOP (bound)
	CHECK_LOOP (loaded)
	CHECK_LOOP (changes)
	CHECK_LOOP (before)
	CHECK_LOOP (from)
	CHECK_LOOP (down)
	CHECK_LOOP (wraps)
	CHECK_LOOP (scaled)
	CHECK_LOOP (reads)
	CHECK_LOOP (reads_one)
	CHECK_LOOP (divides)
	CHECK_LOOP (signed_sum)
	CHECK_LOOP (apart)
      }
  return 0;
}
