/* SPDX-License-Identifier: MIT */
/* Which loops are unrolled by four, with a remainder: those whose counter a step moves towards a
   bound that the loop does not change.  Their loads are at an offset from one base.  Lines are
   counted anew, since the compiler says of each loop what it did.  */
/* { dg-do run } */
/* { dg-additional-options "-fopt-info-loop-all=partial.info" } */
/* { dg-final { scan-file partial.info {partial.c:101:[0-9: a-z]*loop unrolled by 4} } } */
/* { dg-final { scan-file partial.info {partial.c:102:[0-9: a-z]*loop unrolled by 4} } } */
/* { dg-final { scan-file partial.info {partial.c:103:[0-9: a-z]*loop unrolled by 4} } } */
/* { dg-final { scan-file partial.info {partial.c:104:[0-9: a-z]*loop unrolled by 4} } } */
/* { dg-final { scan-file partial.info {partial.c:105:[0-9: a-z]*loop unrolled by 4} } } */
/* { dg-final { scan-file partial.info {partial.c:106:[0-9: a-z]*loop unrolled by 4} } } */
/* { dg-final { scan-file partial.info {partial.c:107:[0-9: a-z]*loop unrolled by 4} } } */
/* { dg-final { scan-file partial.info {partial.c:109:[0-9: a-z]*loop unrolled by 4} } } */
/* { dg-final { scan-file partial.info {partial.c:108:[0-9: a-z]*loop unrolled by 6} } } */
/* { dg-final { scan-file partial.info {partial.c:110:[0-9: a-z]*loop unrolled by 4} } } */
/* { dg-final { scan-file partial.info {partial.c:111:[0-9: a-z]*loop unrolled by 4} } } */
/* { dg-final { scan-file partial.info {partial.c:112:[0-9: a-z]*loop unrolled by 4} } } */
/* { dg-final { scan-file partial.info {partial.c:113:[0-9: a-z]*loop unrolled by 4} } } */
/* { dg-final { scan-file partial.info {partial.c:201:[0-9: a-z]*not unrolled[a-z ]*: a pragma} } } */
/* { dg-final { scan-file partial.info {partial.c:202:[0-9: a-z]*not unrolled[a-z ]*: it is left at several} } } */
/* { dg-final { scan-file partial.info {partial.c:203:[0-9: a-z]*not unrolled[a-z ]*: its bound changes} } } */
/* { dg-final { scan-file partial.info {partial.c:204:[0-9: a-z]*not unrolled[a-z ]*: what it compares} } } */
/* { dg-final { scan-file partial.info {partial.c:205:[0-9: a-z]*not unrolled[a-z ]*: its condition compares no} } } */
/* { dg-final { scan-file partial.info {partial.c:206:[0-9: a-z]*not unrolled[a-z ]*: it has inline PTX} } } */
/* { dg-final { scan-file partial.info {partial.c:207:[0-9: a-z]*not unrolled[a-z ]*: it has a call} } } */
/* { dg-final { scan-file partial.info {partial.c:208:[0-9: a-z]*not unrolled[a-z ]*: it may step over} } } */
/* { dg-final { scan-file partial.info {partial.c:210:[0-9: a-z]*not unrolled[a-z ]*: it is too large} } } */
/* { dg-final { scan-file partial.info {partial.c:211:[0-9: a-z]*not unrolled[a-z ]*: its condition has effects} } } */
/* { dg-final { scan-file partial.info {partial.c:212:[0-9: a-z]*not unrolled[a-z ]*: it stays while} } } */
/* { dg-final { scan-file partial.info {partial.c:213:[0-9: a-z]*not unrolled[a-z ]*: it moves away} } } */
/* { dg-final { scan-ptx {ld\.global\.(nc\.)?[ubsf]32 %\w+, \[%\w+\+384\]} } } */
#include "../aux/t.h"

enum { N = 4096 };

/* OUT = what HEAD BODY makes S of.  */
#define F(name, head, body) \
  __kernel __requires (grid (1)) void \
  name (int *restrict out, const int *restrict a, int n, int step, int *restrict more) \
  { \
    EACH_THREAD (t) \
      { \
	int s = 0; \
	head body \
	out[t] = s; \
      } \
  }

__attribute__ ((noinline)) static __device void
count (int *p)
{
  *p += 1;
}

#line 101
F (constant, for (int i = t; i < n; i += 32), s += a[i];)
F (argument, for (int i = t; i < n; i += step), s += a[i];)
F (computed, for (int i = t; i < n / 4; i += 32), s += a[4 * i] ^ a[4 * i + 3];)
F (pointer, for (const int *p = a + t; p != a + n + t; p += 4), s += *p;)
F (branch, for (long i = n - 1; i >= 0; i--), { if (a[i] & 1) s += a[i]; else s ^= i; })
F (stores, for (unsigned i = t; i < n; i += 2u), { more[i] = a[i] + n; s += a[i]; })
F (atomics, for (int i = 0; i < n; i++), s += px_atomic_add (more + t, a[i]);)
F (pragma, _Pragma ("GCC unroll 6") for (int i = t; i < n; i += 32), s += a[i];)
F (watched, for (int i = t; i < n; i += 32), s += ((const volatile int *) a)[i];)
F (below, for (const int *p = a + t; p < a + n; p += 4), s += *p;)
F (mixed, for (int i = t; i < (long) n; i += 32), s += a[i];)
F (back, for (const int *p = a + n - 1; p >= a; p -= 2), s += *p + t;)
F (inside, int i = t; for (;;), { if (i >= n) break; s += a[i]; i += 32; })

#line 201
F (never, _Pragma ("GCC unroll 1") for (int i = t; i < n; i += 32), s += a[i];)
F (leaves, for (int i = t; i < n; i += 32), { if (a[i] == 77) break; s += a[i]; })
F (bound, for (int i = t; i < more[0]; i += 32), { s += a[i]; more[0] -= a[i] & 1; })
F (doubles, for (int i = t + 1; i < n; i *= 2), s += a[i];)
F (floats, for (float i = t; i < n; i += 32), s += a[(int) i];)
F (effects, for (int i = t; i < n; i += 32), { asm volatile ("membar.cta;"); s += a[i]; })
F (calls, for (int i = t; i < n; i += 32), { count (&s); s += a[i]; })
F (over, for (int i = 0; i != n; i += step), s += a[i];)
#define S8(i) s = s * 3 + a[i] * (s ^ a[i + 1]); s ^= a[i + 2] << (s & 3); s += a[i + 3] * s + (a[i + 4] ^ s) * a[i + 5]; s ^= a[i + 6] * a[i + 7];
F (large, for (int i = 8 * t; i + 32 < n; i += 32), { S8 (i) S8 (i + 8) S8 (i + 16) S8 (i + 24) })
F (condition, for (int i = t; more[t] = i, i < n; i += 32), s += a[i];)
F (equal, for (int i = n; i == n; i += 32), s += a[i - 1];)
F (away, for (unsigned i = t; i < n; i -= 32), s += a[i];)
#line 1001

static int *out, *a, *more;

#define TRY(name, head, body) \
  { \
    for (int k = 0; k < 2 * N; k++) \
      more[k] = N; \
    LAUNCH (1, 32, name, out, a, n, step, more); \
    for (int k = 0; k < 2 * N; k++) \
      more[k] = N; \
    for (int t = 0; t < 32; t++) \
      { \
	int s = 0; \
	head body \
	if (out[t] != s) \
	  fprintf (stderr, "%s: thread %d of %d, %d: %d, not %d\n", #name, t, n, step, out[t], s); \
	CHECK (out[t] == s); \
      } \
  }

int
main (void)
{
  out = NEW (int, 32), a = NEW (int, N + 64), more = NEW (int, 2 * N);
  for (int k = 0; k < N + 64; k++)
    a[k] = RND (70);
  for (int n = 0; n < 300; n = n < 140 ? n + 4 : n + 60)
    for (int step = 1; step < 41; step += 39)
      {
	TRY (constant, for (int i = t; i < n; i += 32), s += a[i];)
	TRY (argument, for (int i = t; i < n; i += step), s += a[i];)
	TRY (computed, for (int i = t; i < n / 4; i += 32), s += a[4 * i] ^ a[4 * i + 3];)
	TRY (pointer, for (const int *p = a + t; p != a + n + t; p += 4), s += *p;)
	TRY (branch, for (long i = n - 1; i >= 0; i--), { if (a[i] & 1) s += a[i]; else s ^= i; })
	TRY (stores, for (unsigned i = t; i < n; i += 2u), { more[i] = a[i] + n; s += a[i]; })
	TRY (atomics, for (int i = 0; i < n; i++), { s += more[t]; more[t] += a[i]; })
	TRY (pragma, for (int i = t; i < n; i += 32), s += a[i];)
	TRY (watched, for (int i = t; i < n; i += 32), s += a[i];)
	TRY (below, for (const int *p = a + t; p < a + n; p += 4), s += *p;)
	TRY (mixed, for (int i = t; i < n; i += 32), s += a[i];)
	TRY (back, for (const int *p = a + n - 1; p >= a; p -= 2), s += *p + t;)
	TRY (inside, int i = t; for (;;), { if (i >= n) break; s += a[i]; i += 32; })
	TRY (never, for (int i = t; i < n; i += 32), s += a[i];)
	TRY (leaves, for (int i = t; i < n; i += 32), { if (a[i] == 77) break; s += a[i]; })
	TRY (doubles, for (int i = t + 1; i < n; i *= 2), s += a[i];)
	TRY (floats, for (float i = t; i < n; i += 32), s += a[(int) i];)
	TRY (effects, for (int i = t; i < n; i += 32), s += a[i];)
	TRY (calls, for (int i = t; i < n; i += 32), s += a[i] + 1;)
	if (step == 1)
	  TRY (over, for (int i = 0; i != n; i += step), s += a[i];)
	TRY (large, for (int i = 8 * t; i + 32 < n; i += 32), { S8 (i) S8 (i + 8) S8 (i + 16) S8 (i + 24) })
	TRY (condition, for (int i = t; i < n; i += 32), s += a[i];)
      }
  return 0;
}
