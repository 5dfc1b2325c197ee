/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* Products with a sparse left operand, of each kind and depth, of a warp and of a
   warpgroup, against plain C.  */
#include "aux/elements.h"

enum { M = 64, N = 16 };

/* A has K / 2 of K columns; positions come by units of UNIT columns.  */
#define UNIT_px_half 16
#define UNIT_px_bf16 16
#define UNIT_px_tf32 8
#define UNIT_int8_t 16
#define UNIT_uint8_t 16
#define UNIT_px_e4m3 16
#define UNIT_px_e5m2 16
#define UNIT_px_s4x8 4
#define UNIT_px_u4x8 4

/* Name, types of D, A, B, columns.  */
#define WARPS(X) \
  X (w_half16, float, px_half, px_half, 16) X (w_half32, float, px_half, px_half, 32) X (w_half80, float, px_half, px_half, 80) \
  X (w_hh16, px_half, px_half, px_half, 16) X (w_hh64, px_half, px_half, px_half, 64) \
  X (w_bf16, float, px_bf16, px_bf16, 48) X (w_bf32, float, px_bf16, px_bf16, 32) \
  X (w_tf8, float, px_tf32, px_tf32, 8) X (w_tf16, float, px_tf32, px_tf32, 16) X (w_tf40, float, px_tf32, px_tf32, 40) \
  X (w_s32, int, int8_t, int8_t, 32) X (w_s64, int, int8_t, int8_t, 64) X (w_u96, int, uint8_t, uint8_t, 96) \
  X (w_su, int, int8_t, uint8_t, 128) X (w_us, int, uint8_t, int8_t, 32) \
  X (w_e4, float, px_e4m3, px_e4m3, 64) X (w_e5, float, px_e5m2, px_e5m2, 128) X (w_e45, float, px_e4m3, px_e5m2, 64) \
  X (w_e54, float, px_e5m2, px_e4m3, 64) \
  X (w_s4, int, px_s4x8, px_s4x8, 8) X (w_s4d, int, px_s4x8, px_s4x8, 16) X (w_u4, int, px_u4x8, px_u4x8, 24) \
  X (w_su4, int, px_s4x8, px_u4x8, 16) X (w_us4, int, px_u4x8, px_s4x8, 8)
#define WARP(NAME, TD, TA, TB, K)							\
__kernel __requires (grid (1), block (1), threads (32)) void				\
NAME (const TA *a __perspective (grid, 1), const uint16_t *e __perspective (grid, 1),	\
      const TB *b __perspective (grid, 1), TD *d __perspective (grid, 1))		\
{											\
  __partition (thread, 32, TD *p = d + px_id (thread, 32) * M * N)			\
    __group (thread, 32)								\
      for (int i = 0; i < M; i += 32)							\
	{										\
	  px_acc (TD, 32, N) sum;							\
	  px_lhs (TA, 32, K / 2) x;							\
	  px_meta (TA, 32, K) at;							\
	  px_rhs (TB, K, N) y;								\
	  px_load (&x, a + i * K / 2, K / 2);						\
	  px_load (&at, e + i * (K / UNIT_##TA), K / UNIT_##TA);			\
	  px_load (&y, b, N);								\
	  px_mul_sparse (&sum, &x, &at, &y);						\
	  px_mma_sparse (&sum, &x, &at, &y);						\
	  px_store (p + i * N, N, &sum);						\
	}										\
}
WARPS (WARP)

/* A from a tile or from registers, B along K, in strips of SW bytes.  */
#define GROUPS(X) \
  X (g_half, float, px_half, px_half, 64, 128, 0) X (g_halfr, float, px_half, px_half, 32, 64, 1) \
  X (g_hh, px_half, px_half, px_half, 64, 128, 0) X (g_hhr, px_half, px_half, px_half, 64, 64, 1) \
  X (g_bf, float, px_bf16, px_bf16, 64, 64, 0) X (g_bfr, float, px_bf16, px_bf16, 64, 128, 1) \
  X (g_tf, float, px_tf32, px_tf32, 32, 64, 0) X (g_tfr, float, px_tf32, px_tf32, 32, 128, 1) \
  X (g_s, int, int8_t, int8_t, 128, 128, 0) X (g_sr, int, int8_t, int8_t, 128, 64, 1) \
  X (g_u, int, uint8_t, uint8_t, 64, 64, 0) X (g_su, int, int8_t, uint8_t, 128, 128, 1) X (g_us, int, uint8_t, int8_t, 64, 64, 0) \
  X (g_e4, float, px_e4m3, px_e4m3, 128, 128, 0) X (g_e5r, float, px_e5m2, px_e5m2, 64, 64, 1) \
  X (g_e45h, px_half, px_e4m3, px_e5m2, 128, 64, 1) X (g_e54h, px_half, px_e5m2, px_e4m3, 128, 128, 0)
#define FROM_0(OP) OP (&sum, &as, &at, &bs)
#define FROM_1(OP) OP (&sum, &x, &at, &bs)
#define GROUP(NAME, TD, TA, TB, K, SW, FROM)						\
__kernel __requires (grid (1), block (1), threads (128)) void				\
NAME (const TA *a __perspective (grid, 1), const uint16_t *e __perspective (grid, 1),	\
      const TB *b __perspective (grid, 1), TD *d __perspective (grid, 1))		\
{											\
  int blk __perspective (block, 1) = px_id (block);					\
  __partition (block, 1, TD *mine = d + blk * M * N)					\
    __group (block, 1)									\
      {											\
	__shared px_tile (TA, M, K / 2, 32) as;						\
	__shared px_tile (TB, N, K, SW) bs;						\
	int t __perspective (thread, 1) = px_id (thread);				\
	__partition (thread, 1, px_tile (TA, M, K / 2, 32) *w = &as)			\
	  __group (thread, 1)								\
	    for (int i = t; i < M * K / 2; i += 128)					\
	      px_at (w, i / (K / 2), i % (K / 2)) = a[i];				\
	__partition (thread, 1, px_tile (TB, N, K, SW) *w = &bs)			\
	  __group (thread, 1)								\
	    for (int i = t; i < N * K; i += 128)					\
	      px_at (w, i % N, i / N) = b[i];						\
	__partition (thread, 128, TD *p = mine)						\
	  __group (thread, 128)								\
	    {										\
	      px_acc (TD, M, N) sum;							\
	      px_lhs (TA, M, K / 2) x;							\
	      px_meta (TA, M, K) at;							\
	      px_load (&x, a, K / 2);							\
	      px_load (&at, e, K / UNIT_##TA);						\
	      FROM_##FROM (px_mul_sparse_nt);						\
	      FROM_##FROM (px_mma_sparse_nt);						\
	      px_store (p, N, &sum);							\
	    }										\
      }											\
}
GROUPS (GROUP)

/* Both operands across K, as tiles of 16 bits may be.  */
__kernel __requires (grid (1), block (1), threads (128)) void
g_tn (const px_half *a __perspective (grid, 1), const uint16_t *e __perspective (grid, 1),
      const px_half *b __perspective (grid, 1), float *d __perspective (grid, 1))
{
  int blk __perspective (block, 1) = px_id (block);
  __partition (block, 1, float *mine = d + blk * M * N)
    __group (block, 1)
      {
	__shared px_tile (px_half, 32, M, 128) as;
	__shared px_tile (px_half, 64, N, 32) bs;
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, px_tile (px_half, 32, M, 128) *w = &as)
	  __group (thread, 1)
	    for (int i = t; i < M * 32; i += 128)
	      px_at (w, i % 32, i / 32) = a[i];
	__partition (thread, 1, px_tile (px_half, 64, N, 32) *w = &bs)
	  __group (thread, 1)
	    for (int i = t; i < 64 * N; i += 128)
	      px_at (w, i / N, i % N) = b[i];
	__partition (thread, 128, float *p = mine)
	  __group (thread, 128)
	    {
	      px_acc (float, M, N) sum;
	      px_meta (px_half, M, 64) at;
	      px_load (&at, e, 4);
	      px_mul_sparse_tn (&sum, &as, &at, &bs);
	      px_mma_sparse_tn (&sum, &as, &at, &bs);
	      px_store (p, N, &sum);
	    }
      }
}

/* Number I of A's word: 4 bits, signed or not.  */
static int field_px_s4x8 (px_s4x8 w, int i) { return (int) (w.bits << (28 - 4 * i)) >> 28; }
static int field_px_u4x8 (px_u4x8 w, int i) { return w.bits >> 4 * i & 15; }
static px_s4x8 make_px_s4x8 (int v) { return (px_s4x8) { (unsigned) v * 2654435761u }; }
static px_u4x8 make_px_u4x8 (int v) { return (px_u4x8) { (unsigned) v * 2246822519u }; }
/* By element: number I of it.  */
#define NUMBER(T) static inline int field_##T (T v, int i) { (void) i; return number_##T (v); }
static inline double number_px_bf16 (px_bf16 v) { unsigned u = (unsigned) v.bits << 16; float f; memcpy (&f, &u, 4); return f; }
static inline double number_px_tf32 (px_tf32 v) { float f; memcpy (&f, &v, 4); return f; }
static inline double number_int8_t (int8_t v) { return v; }
static inline double number_uint8_t (uint8_t v) { return v; }
static inline double number_px_e5m2 (px_e5m2 v) { return number_px_half ((px_half) { v.bits << 8 }); }
static inline double number_px_e4m3 (px_e4m3 v) { return number_px_half ((px_half) { v.bits ? (v.bits << 7) + (8 << 10) : 0 }); }
NUMBER (px_half) NUMBER (px_bf16) NUMBER (px_tf32) NUMBER (int8_t) NUMBER (uint8_t) NUMBER (px_e4m3) NUMBER (px_e5m2)

/* The columns that row I keeps of group G of four: two of them, in order.  */
static void
kept (int i, int g, int *first, int *second)
{
  static const int pairs[6][2] = { { 0, 1 }, { 0, 2 }, { 0, 3 }, { 1, 2 }, { 1, 3 }, { 2, 3 } };
  const int *p = pairs[(i * 5 + g * 7 + i / 3) % 6];
  *first = p[0];
  *second = p[1];
}

#define TEST(NAME, THREADS, TD, TA, TB, K)						\
static int										\
test_##NAME (void)									\
{											\
  enum { EACH = UNIT_##TA == 4 ? 8 : 1, TWO = UNIT_##TA == 8, UNITS = K / UNIT_##TA };	\
  static TA a[M * K / 2];								\
  static TB b[K * N];									\
  static TD d[M * N];									\
  static uint16_t e[M * UNITS];								\
  static int dense[M][K * EACH];							\
  for (int i = 0; i < M * K / 2; i++)							\
    a[i] = make_##TA ((i * 7 + i / K) % 4 + 1);						\
  for (int i = 0; i < K * N; i++)							\
    b[i] = make_##TB ((i * 3 + i / N) % 4);						\
  for (int i = 0; i < M; i++)								\
    for (int k = 0; k < (TWO ? K / 2 : K * EACH / (EACH > 1 ? 8 : 4)); k++)		\
      {											\
	int first, second, g = EACH > 1 ? 2 : 1, unit = UNIT_##TA * EACH;		\
	kept (i, k, &first, &second);							\
	if (TWO)									\
	  {										\
	    dense[i][2 * k + first % 2] = field_##TA (a[i * K / 2 + k], 0);		\
	    e[i * UNITS + 2 * k / unit] |= (first % 2 ? 14 : 4) << k % 4 * 4;		\
	  }										\
	else										\
	  {										\
	    for (int x = 0; x < 2 * g; x++)						\
	      {										\
		int number = 2 * g * k + x;						\
		dense[i][4 * g * k + (x < g ? first : second) * g + x % g]		\
		  = field_##TA (a[i * K / 2 + number / EACH], number % EACH);		\
	      }										\
	    e[i * UNITS + 4 * g * k / unit] |= (first | second << 2) << 4 * g * k % unit / (4 * g) * 4; \
	  }										\
      }											\
  TA *da = px_alloc (sizeof a);								\
  TB *db = px_alloc (sizeof b);								\
  TD *dd = px_alloc (sizeof d);								\
  uint16_t *de = px_alloc (sizeof e);							\
  if (px_check (px_copy (da, a, sizeof a)) || px_check (px_copy (db, b, sizeof b))	\
      || px_check (px_copy (de, e, sizeof e))						\
      || px_check (px_launch (px_grid (1, THREADS), NAME, da, de, db, dd))		\
      || px_check (px_copy (d, dd, sizeof d)))						\
    return 1;										\
  for (int i = 0; i < M; i++)								\
    for (int j = 0; j < N; j++)								\
      {											\
	int want = 0;									\
	for (int l = 0; l < K * EACH; l++)						\
	  want += 2 * dense[i][l] * field_##TB (b[l / EACH * N + j], l % EACH);		\
	if (number_##TD (d[i * N + j]) != want)						\
	  {										\
	    printf ("%s: d[%d][%d] = %g, not %d\n", #NAME, i, j, number_##TD (d[i * N + j]), want); \
	    return 1;									\
	  }										\
      }											\
  return 0;										\
}
#define TEST_WARP(NAME, TD, TA, TB, K) TEST (NAME, 32, TD, TA, TB, K)
#define TEST_GROUP(NAME, TD, TA, TB, K, SW, FROM) TEST (NAME, 128, TD, TA, TB, K)
WARPS (TEST_WARP)
GROUPS (TEST_GROUP)
TEST (g_tn, 128, float, px_half, px_half, 64)

int
main (void)
{
  int bad = 0;
#define RUN(NAME, ...) bad |= test_##NAME ();
  WARPS (RUN)
  GROUPS (RUN)
  RUN (g_tn)
  return bad;
}
