/* SPDX-License-Identifier: MIT */
/* Integers from 0 to 15 as elements of each kind, and sums back as double.  */
#include <px.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned
bits_of (float v)
{
  unsigned u;
  memcpy (&u, &v, 4);
  return u;
}

/* IEEE with E bits of exponent and M of mantissa; exact here.  */
static unsigned
small (int v, int e, int m)
{
  unsigned u = bits_of (v);
  return v ? ((u >> 23) - 127 + (1u << (e - 1)) - 1) << m | (u >> (23 - m) & ((1u << m) - 1)) : 0;
}

static inline float make_float (int v) { return v; }
static inline double make_double (int v) { return v; }
static inline px_half make_px_half (int v) { return (px_half) { small (v, 5, 10) }; }
static inline px_bf16 make_px_bf16 (int v) { return (px_bf16) { bits_of (v) >> 16 }; }
static inline px_tf32 make_px_tf32 (int v) { return (px_tf32) { bits_of (v) }; }
static inline px_e4m3 make_px_e4m3 (int v) { return (px_e4m3) { small (v, 4, 3) }; }
static inline px_e5m2 make_px_e5m2 (int v) { return (px_e5m2) { small (v, 5, 2) }; }
static inline int8_t make_int8_t (int v) { return v; }
static inline uint8_t make_uint8_t (int v) { return v; }

static inline double number_float (float v) { return v; }
static inline double number_double (double v) { return v; }
static inline double number_int (int v) { return v; }
static inline double
number_px_half (px_half v)
{
  float f;
  unsigned u = v.bits ? ((v.bits >> 10) + 127u - 15) << 23 | (v.bits & 0x3ffu) << 13 : 0;
  memcpy (&f, &u, 4);
  return f;
}

/* A test of kernel NAME, by THREADS threads: twice the product of A, M x K, and B, against
   plain C.  B lies in rows of ROW elements, the element of l and j at AT.  (fp8 has few integers.)  */
#define PRODUCT_TEST(NAME, TD, TA, TB, M, N, K, THREADS, ROW, AT)			\
static int										\
test_##NAME (void)									\
{											\
  static TA a[M * K];									\
  static TB b[N * K];									\
  static TD d[M * N];									\
  for (int i = 0; i < M * K; i++)							\
    a[i] = make_##TA ((i * 7 + i / K) % 5);						\
  for (int i = 0; i < N * K; i++)							\
    b[i] = make_##TB ((i * 3 + i / (ROW)) % 4);					\
  TA *da = px_alloc (sizeof a);								\
  TB *db = px_alloc (sizeof b);								\
  TD *dd = px_alloc (sizeof d);								\
  if (px_check (px_copy (da, a, sizeof a)) || px_check (px_copy (db, b, sizeof b))	\
      || px_check (px_launch (px_grid (1, THREADS), NAME, da, db, dd))			\
      || px_check (px_copy (d, dd, sizeof d)))						\
    return 1;										\
  for (int i = 0; i < M; i++)								\
    for (int j = 0; j < N; j++)								\
      {											\
	int want = 0;									\
	for (int l = 0; l < K; l++)							\
	  want += ((i * K + l) * 7 + i) % 5 * (((AT) * 3 + (AT) / (ROW)) % 4);		\
	if (number_##TD (d[i * N + j]) != 2 * want)					\
	  {										\
	    printf ("%s: d[%d][%d] = %g, not %d\n", #NAME, i, j, number_##TD (d[i * N + j]), 2 * want);	\
	    return 1;									\
	  }										\
      }											\
  return 0;										\
}
