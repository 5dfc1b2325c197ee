/* SPDX-License-Identifier: MIT */
/* Loops of constant trip count that make several turns at a time: a tile of sums, which would be long as straight
   code, by itself; others where a pragma says how many, with barriers or without, their test at the head or at the
   end, whatever remains.  What has few values from turn to turn stays straight code.  */
/* { dg-do run } */
/* { dg-additional-options "-fopt-info-loop-all=parts.info" } */
/* { dg-final { scan-file parts.info {parts.c:101:[0-9: a-z]*loop unrolled by 4\n} } } */
/* { dg-final { scan-file-not parts.info {parts.c:102:[0-9: a-z]*loop unrolled by} } } */
/* { dg-final { scan-file parts.info {parts.c:203:[0-9: a-z]*loop unrolled by 2\n} } } */
/* { dg-final { scan-file parts.info {parts.c:205:[0-9: a-z]*loop unrolled by 3\n} } } */
/* { dg-final { scan-file parts.info {parts.c:207:[0-9: a-z]*loop unrolled by 5\n} } } */
/* { dg-final { scan-file parts.info {parts.c:304:[0-9: a-z]*loop unrolled by 3\n} } } */
/* { dg-final { scan-file-not parts.info {parts.c:[0-9: a-z]*loop unrolled by [0-9]*, with} } } */
#include "../aux/t.h"

enum { TM = 8, TN = 8, BK = 8 };

/* Each thread has TM by TN sums of products of A, BK rows, and B.  */
__kernel __requires (grid (1), threads (32)) void
tile (const int *restrict a, const int *restrict b, int *restrict out)
{
  int t __perspective (thread, 1) = px_id (thread);
  int sum[TM * TN] __perspective (thread, 1) = { 0 };
#line 101
  for (int k = 0; k < BK; k++)
    for (int m = 0; m < TM; m++)
      for (int n = 0; n < TN; n++)
	sum[m * TN + n] += a[k * 64 + m + t] * b[k * 64 + n + t];
  for (int m = 0; m < TM * TN; m++)
    __partition (thread, 1, int *o = out + t * TM * TN + m)
      *o = sum[m];
}

/* One sum.  */
__kernel __requires (grid (1), threads (32)) void
single (const int *restrict a, const int *restrict b, int *restrict out)
{
  int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0;
#line 102
  for (int k = 0; k < BK; k++)
    for (int m = 0; m < TM; m++)
      for (int n = 0; n < TN; n++)
	sum += (a[k * 64 + m + t] ^ n) * (b[k * 64 + n + t] ^ m);
  __partition (thread, 1, int *o = out + t)
    *o = sum;
}

/* Trip counts: with two, three and five turns at a time the last one is each of these.  */
#define TURNS(_) _ (6) _ (7) _ (8) _ (9) _ (10) _ (11) _ (12) _ (13)
enum
{
  LOOPS = 8
};
#define PRAGMA(by) _Pragma (WORDS (GCC unroll by))
#define WORDS(...) #__VA_ARGS__

/* A turn reads what another thread has written in the last one: there is a barrier.  */
#define EXCHANGE(by, loops) \
  __kernel __requires (grid (1), block (1), threads (64), smem (64 * sizeof (int))) void \
  exchange_##by (const int *restrict in, int *restrict out) \
  { \
    int part __perspective (block, 1) = px_id (block); \
    __partition (block, 1, int *mine = out + part * LOOPS * 64) \
      __group (block, 1) \
	{ \
	  __shared int s[64]; \
	  int t __perspective (thread, 1) = px_id (thread); \
	  __partition (thread, 1, int *p = s + t) \
	    *p = in[t]; \
	  loops \
	} \
  }
#define EXCHANGE_LOOP(by, n) \
  PRAGMA (by) \
  for (int i = 0; i < n; i++) \
    { \
      int other __perspective (thread, 1) = s[(t + i) & 63]; \
      __partition (thread, 1, int *p = s + t) \
	*p = *p * 3 + other; \
    } \
  __partition (thread, 1, int *o = mine + (n - 6) * 64 + t) \
    *o = s[t];
/* One thread's own, with the test at the end.  */
#define LAST(by, loops) \
  __kernel __requires (grid (1), threads (64)) void \
  last_##by (const int *restrict in, int *restrict out) \
  { \
    int t __perspective (thread, 1) = px_id (thread); \
    __partition (thread, 1, int *o = out + t * LOOPS) \
      __group (thread, 1) \
	{ \
	  int i, s = in[t]; \
	  loops \
	} \
  }
#define LAST_LOOP(by, n) \
  i = 0; \
  PRAGMA (by) \
  do \
    s = s * 5 + in[(s ^ i) & 63]; \
  while (++i < n); \
  o[n - 6] = s;

#define BY2(n) EXCHANGE_LOOP (2, n)
#define BY3(n) EXCHANGE_LOOP (3, n)
#define BY5(n) EXCHANGE_LOOP (5, n)
#define LAST3(n) LAST_LOOP (3, n)
#line 203
EXCHANGE (2, TURNS (BY2))
#line 205
EXCHANGE (3, TURNS (BY3))
#line 207
EXCHANGE (5, TURNS (BY5))
#line 304
LAST (3, TURNS (LAST3))
#line 1001

static int *a, *b, *out;

static void
check_exchange (void)
{
  int s[64], next[64];
  memcpy (s, a, sizeof s);
  for (int n = 6; n < 6 + LOOPS; n++)
    {
      for (int i = 0; i < n; i++)
	{
	  for (int t = 0; t < 64; t++)
	    next[t] = (int) (s[t] * 3u + s[(t + i) & 63]);
	  memcpy (s, next, sizeof s);
	}
      CHECK (!memcmp (s, out + (n - 6) * 64, sizeof s));
    }
}

static void
check_last (void)
{
  for (int t = 0; t < 64; t++)
    for (int n = 6, s = a[t]; n < 6 + LOOPS; n++)
      {
	for (int i = 0; i < n; i++)
	  s = (int) (s * 5u + a[(s ^ i) & 63]);
	CHECK (out[t * LOOPS + n - 6] == s);
      }
}

int
main (void)
{
  a = NEW (int, BK * 64 + 64), b = NEW (int, BK * 64 + 64), out = NEW (int, TM * TN * 32);
  for (int k = 0; k < BK * 64 + 64; k++)
    {
      a[k] = RND (100);
      b[k] = RND (100);
    }
  LAUNCH (1, 32, tile, a, b, out);
  for (int t = 0; t < 32; t++)
    for (int m = 0; m < TM * TN; m++)
      {
	int s = 0;
	for (int k = 0; k < BK; k++)
	  s += a[k * 64 + m / TN + t] * b[k * 64 + m % TN + t];
	CHECK (out[t * TM * TN + m] == s);
      }
  LAUNCH (1, 32, single, a, b, out);
  for (int t = 0; t < 32; t++)
    {
      int s = 0;
      for (int k = 0; k < BK; k++)
	for (int m = 0; m < TM; m++)
	  for (int n = 0; n < TN; n++)
	    s += (a[k * 64 + m + t] ^ n) * (b[k * 64 + n + t] ^ m);
      CHECK (out[t] == s);
    }
  LAUNCH (1, 64, exchange_2, a, out);
  check_exchange ();
  LAUNCH (1, 64, exchange_3, a, out);
  check_exchange ();
  LAUNCH (1, 64, exchange_5, a, out);
  check_exchange ();
  LAUNCH (1, 64, last_3, a, out);
  check_last ();
  return 0;
}
