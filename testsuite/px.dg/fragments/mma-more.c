/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* Products subtracted, products that keep the sum or do not, operands of 4 bits and of
   one, of a warp and of a warpgroup, against plain C.  */
#include "aux/elements.h"

enum { M = 64, N = 16, K = 64 };

static inline double number_px_acc (float v) { return v; }

/* sum = keep ? 3 + a b : a b, then sum - 2 a b: by a warp.  */
#define WARPS(X) \
  X (w_half, float, px_half, px_half) X (w_hh, px_half, px_half, px_half) X (w_bf16, float, px_bf16, px_bf16) \
  X (w_tf32, float, px_tf32, px_tf32) X (w_double, double, double, double) X (w_e4m3, float, px_e4m3, px_e5m2)
#define THREE_float 3.f
#define THREE_double 3.
#define THREE_px_half px_to_half (3.f)
#define WARP(NAME, TD, TA, TB)								\
__kernel __requires (grid (1), block (1), threads (32)) void				\
NAME (const TA *a __perspective (grid, 1), const TB *b __perspective (grid, 1), TD *d __perspective (grid, 1), int keep)	\
{											\
  __partition (thread, 32, TD *p = d)							\
    __group (thread, 32)								\
      for (int i = 0; i < M; i += 16)							\
	{										\
	  px_acc (TD, 16, N) sum;							\
	  px_lhs (TA, 16, K / 2) x;							\
	  px_rhs (TB, K / 2, N) y;							\
	  px_load (&x, a + i * K / 2, K / 2);						\
	  px_load (&y, b, N);								\
	  px_fill (&sum, THREE_##TD);							\
	  px_mma_keep (&sum, &x, &y, keep);						\
	  px_mms (&sum, &x, &y);							\
	  px_mms (&sum, &x, &y);							\
	  px_store (p + i * N, N, &sum);						\
	}										\
}
WARPS (WARP)

/* The same by a warpgroup, A from shared memory or registers.  */
#define GROUPS(X) \
  X (g_half, float, px_half, 1) X (g_hh, px_half, px_half, 0) X (g_bf16, float, px_bf16, 1) X (g_tf32, float, px_tf32, 0) \
  X (g_e4m3, float, px_e4m3, 1)
#define GROUP_0 px_mms_nt (&sum, &as, &bs);
#define GROUP_1 px_mms_nt (&sum, &x, &bs);
#define GROUP(NAME, TD, TA, FROM)							\
__kernel __requires (grid (1), block (1), threads (128)) void				\
NAME (const TA *a __perspective (grid, 1), const TA *b __perspective (grid, 1), TD *d __perspective (grid, 1), int keep)	\
{											\
  int blk __perspective (block, 1) = px_id (block);					\
  __partition (block, 1, TD *mine = d + blk * M * N)					\
    __group (block, 1)									\
      {											\
	__shared px_tile (TA, M, K / 2, 32) as;						\
	__shared px_tile (TA, N, K / 2, 32) bs;						\
	int t __perspective (thread, 1) = px_id (thread);				\
	__partition (thread, 1, px_tile (TA, M, K / 2, 32) *w = &as)			\
	  __group (thread, 1)								\
	    for (int i = t; i < M * K / 2; i += 128)					\
	      px_at (w, i / (K / 2), i % (K / 2)) = a[i];				\
	__partition (thread, 1, px_tile (TA, N, K / 2, 32) *w = &bs)			\
	  __group (thread, 1)								\
	    for (int i = t; i < N * K / 2; i += 128)					\
	      px_at (w, i % N, i / N) = b[i];						\
	__partition (thread, 128, TD *p = mine)						\
	  __group (thread, 128)								\
	    {										\
	      px_acc (TD, M, N) sum;							\
	      px_lhs (TA, M, K / 2) x;							\
	      px_load (&x, a, K / 2);							\
	      px_fill (&sum, THREE_##TD);						\
	      px_mma_keep_nt (&sum, &as, &bs, keep);					\
	      px_mms_nt (&sum, &as, &bs);						\
	      GROUP_##FROM								\
	      px_store (p, N, &sum);							\
	    }										\
      }											\
}
GROUPS (GROUP)

#define TEST(NAME, THREADS, TD, TA, TB)							\
static int										\
test_##NAME (int keep)									\
{											\
  static TA a[M * K / 2];								\
  static TB b[K / 2 * N];								\
  static TD d[M * N];									\
  for (int i = 0; i < M * K / 2; i++)							\
    a[i] = make_##TA (i * 7 % 11 == 0);							\
  for (int i = 0; i < K / 2 * N; i++)							\
    b[i] = make_##TB (i * 3 % 4 == 0);							\
  TA *da = px_alloc (sizeof a);								\
  TB *db = px_alloc (sizeof b);								\
  TD *dd = px_alloc (sizeof d);								\
  if (px_check (px_copy (da, a, sizeof a)) || px_check (px_copy (db, b, sizeof b))	\
      || px_check (px_launch (px_grid (1, THREADS), NAME, da, db, dd, keep))		\
      || px_check (px_copy (d, dd, sizeof d)))						\
    return 1;										\
  for (int i = 0; i < M * N; i++)							\
    {											\
      int ab = 0;									\
      for (int l = 0; l < K / 2; l++)							\
	ab += (i / N * K / 2 + l) * 7 % 11 == 0 && (l * N + i % N) * 3 % 4 == 0;	\
      TD got = d[i], want = minus_##TD ((keep ? 3 : 0) - ab);				\
      if (memcmp (&got, &want, sizeof got))						\
	{										\
	  printf ("%s (%d): d[%d][%d] is not %d\n", #NAME, keep, i / N, i % N, (keep ? 3 : 0) - ab);	\
	  return 1;									\
	}										\
    }											\
  return 0;										\
}
static inline float minus_float (int v) { return v; }
static inline double minus_double (int v) { return v; }
static inline px_half
minus_px_half (int v)
{
  px_half h = make_px_half (v < 0 ? -v : v);
  return (px_half) { h.bits | (v < 0 ? 0x8000 : 0) };
}
#define TEST_WARP(NAME, TD, TA, TB) TEST (NAME, 32, TD, TA, TB)
#define TEST_GROUP(NAME, TD, TA, FROM) TEST (NAME, 128, TD, TA, TA)
WARPS (TEST_WARP)
GROUPS (TEST_GROUP)

/* Words of 8 or 32 numbers, W of them along K.  */
#define WORDS(X) \
  X (s4, px_s4x8, px_s4x8, 8, px_mma) X (s4s, px_s4x8, px_s4x8, 4, px_mma) X (u4, px_u4x8, px_u4x8, 8, px_mma) \
  X (u4s, px_u4x8, px_u4x8, 12, px_mma) X (su, px_s4x8, px_u4x8, 8, px_mma) X (us, px_u4x8, px_s4x8, 4, px_mma) \
  X (b1, px_b1x32, px_b1x32, 8, px_mma) X (b1s, px_b1x32, px_b1x32, 4, px_mma) X (x1, px_b1x32, px_b1x32, 8, px_mma_xor) \
  X (x1s, px_b1x32, px_b1x32, 12, px_mma_xor)
/* The same of 8 rows.  */
#define WORDS8(X) \
  X (s48, px_s4x8, px_s4x8, 4, px_mma, 8) X (u48, px_u4x8, px_u4x8, 8, px_mma, 8) X (su48, px_s4x8, px_u4x8, 4, px_mma, 8) \
  X (us48, px_u4x8, px_s4x8, 4, px_mma, 8) X (b18, px_b1x32, px_b1x32, 4, px_mma, 8) X (x18, px_b1x32, px_b1x32, 8, px_mma_xor, 8)
#define WORD(...) WORD_OF (__VA_ARGS__, 16, 0)
#define WORD_OF(NAME, TA, TB, W, OP, R, ...)						\
__kernel __requires (grid (1), block (1), threads (32)) void				\
NAME (const TA *a __perspective (grid, 1), const TB *b __perspective (grid, 1), int *d __perspective (grid, 1))	\
{											\
  __partition (thread, 32, int *p = d)							\
    __group (thread, 32)								\
      {											\
	px_acc (int, R, N) sum;							\
	px_lhs (TA, R, W) x;								\
	px_rhs (TB, W, N) y;								\
	px_load (&x, a, W);								\
	px_load (&y, b, N);								\
	px_zero (&sum);									\
	OP (&sum, &x, &y);								\
	px_store (p, N, &sum);								\
      }											\
}
WORDS (WORD)
WORDS8 (WORD)

/* By a warpgroup: words of 32 along K.  */
__kernel __requires (grid (1), block (1), threads (128)) void
g_b1 (const px_b1x32 *a __perspective (grid, 1), const px_b1x32 *b __perspective (grid, 1), int *d __perspective (grid, 1))
{
  int blk __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *mine = d + blk * 16 * N)
    __group (block, 1)
      {
	__shared px_tile (px_b1x32, 64, 8, 32) as;
	__shared px_tile (px_b1x32, N, 8, 32) bs;
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, px_tile (px_b1x32, 64, 8, 32) *w = &as)
	  __group (thread, 1)
	    for (int i = t; i < 64 * 8; i += 128)
	      px_at (w, i / 8, i % 8).bits = i < 16 * 8 ? a[i].bits : 0;
	__partition (thread, 1, px_tile (px_b1x32, N, 8, 32) *w = &bs)
	  __group (thread, 1)
	    for (int i = t; i < N * 8; i += 128)
	      px_at (w, i % N, i / N) = b[i];
	px_acc (int, 64, N) sum __perspective (thread, 128);
	px_zero (&sum);
	px_mma_nt (&sum, &as, &bs);
	__partition (thread, 1, int *p = mine)
	  __group (thread, 1)
	    for (int i = 0; i < px_count (&sum); i++)
	      {
		int v = px_get (&sum, i);
		if (px_row (&sum, i) < 16)
		  p[px_row (&sum, i) * N + px_col (&sum, i)] = v;
	      }
      }
}

static int field_px_s4x8 (unsigned w, int i) { return (int) (w << (28 - 4 * i)) >> 28; }
static int field_px_u4x8 (unsigned w, int i) { return w >> 4 * i & 15; }
static int
word (const char *name, unsigned a, unsigned b)
{
  int s = 0;
  if (strstr (name, "1"))
    return __builtin_popcount (*name == 'x' ? a ^ b : a & b);
  for (int i = 0; i < 8; i++)
    s += (name[0] == 's' ? field_px_s4x8 (a, i) : field_px_u4x8 (a, i))
	 * ((name[1] == 's' || (name[0] == 's' && name[1] != 'u')) ? field_px_s4x8 (b, i) : field_px_u4x8 (b, i));
  return s;
}

#define TEST_WORD(NAME, THREADS, TA, TB, W, R)						\
static int										\
test_##NAME (void)									\
{											\
  static TA a[R * W];									\
  static TB b[W * N];									\
  static int d[R * N];									\
  for (int i = 0; i < R * W; i++)							\
    a[i].bits = i * 2654435761u;							\
  for (int i = 0; i < W * N; i++)							\
    b[i].bits = (i + 77) * 2246822519u;							\
  TA *da = px_alloc (sizeof a);								\
  TB *db = px_alloc (sizeof b);								\
  int *dd = px_alloc (sizeof d);							\
  if (px_check (px_copy (da, a, sizeof a)) || px_check (px_copy (db, b, sizeof b))	\
      || px_check (px_launch (px_grid (1, THREADS), NAME, da, db, dd)) || px_check (px_copy (d, dd, sizeof d)))	\
    return 1;										\
  for (int i = 0; i < R * N; i++)							\
    {											\
      int want = 0;									\
      for (int l = 0; l < W; l++)							\
	want += word (#NAME, a[i / N * W + l].bits, b[l * N + i % N].bits);		\
      if (d[i] != want)									\
	{										\
	  printf ("%s: d[%d][%d] = %d, not %d\n", #NAME, i / N, i % N, d[i], want);	\
	  return 1;									\
	}										\
    }											\
  return 0;										\
}
#define TEST_WORDS(NAME, TA, TB, W, OP) TEST_WORD (NAME, 32, TA, TB, W, 16)
#define TEST_WORDS8(NAME, TA, TB, W, OP, R) TEST_WORD (NAME, 32, TA, TB, W, R)
WORDS (TEST_WORDS)
WORDS8 (TEST_WORDS8)
TEST_WORD (g_b1, 128, px_b1x32, px_b1x32, 8, 16)

int
main (void)
{
  int bad = 0;
#define RUN(NAME, ...) bad |= test_##NAME (0) | test_##NAME (1);
#define RUN_WORD(NAME, ...) bad |= test_##NAME ();
  WARPS (RUN)
  GROUPS (RUN)
  WORDS (RUN_WORD)
  WORDS8 (RUN_WORD)
  RUN_WORD (g_b1)
  return bad;
}
