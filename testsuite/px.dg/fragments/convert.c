/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-undecided=none" } */
/* Accumulators of a warp and of a warpgroup as operands of each element: converted
   whole, and by parts; what four threads of a row exchange is tested at each place.  */
#include "aux/elements.h"

enum { COLS = 48 };

#define CONVERSIONS(X) \
  X (f_half, float, px_half) X (f_bf16, float, px_bf16) X (f_tf32, float, px_tf32) X (f_e4m3, float, px_e4m3) \
  X (f_e5m2, float, px_e5m2) X (h_half, px_half, px_half) X (h_tf32, px_half, px_tf32) X (h_e4m3, px_half, px_e4m3) \
  X (h_e5m2, px_half, px_e5m2) X (i_s8, int, int8_t) X (i_u8, int, uint8_t) X (i_tf32, int, px_tf32)

/* T of an integer that is small, on the device.  */
static inline __device float to_float (int v) { return v; }
static inline __device px_half to_px_half (int v) { return px_to_half ((float) v); }
static inline __device int to_int (int v) { return v * 20 - 100; }

/* Numbers that all elements have.  */
#define VALUE(row, col) (((row) * 5 + (col) * 3) % 8)

#define KERNEL(NAME, U, FROM, TO, THREADS, ROWS)					\
__kernel __requires (grid (1), block (1), threads (THREADS)) void			\
NAME##_##U (TO *d __perspective (grid, 1), TO *e __perspective (grid, 1))		\
{											\
  __partition (thread, THREADS, TO *p = d)						\
    __partition (thread, THREADS, TO *q = e)						\
      __group (thread, THREADS)								\
	{										\
	  px_acc (FROM, ROWS, COLS) a;							\
	  px_lhs (TO, ROWS, COLS) all;							\
	  px_lhs (TO, ROWS / 2, 16) part;						\
	  px_zero (&a);									\
	  for (int i = 0; i < px_count (&a); i++)					\
	    px_set (&a, i, to_##FROM (VALUE (px_row (&a, i), px_col (&a, i))));		\
	  px_convert (&all, &a);							\
	  px_store (p, COLS, &all);							\
	  for (int i = 0; i < 2; i++)							\
	    for (int j = 0; j < 3; j++)							\
	      {										\
		px_part (&part, &a, i * ROWS / 2, j * 16);				\
		px_store (q + i * ROWS / 2 * COLS + j * 16, COLS, &part);		\
	      }										\
	}										\
}
#define KERNELS(NAME, FROM, TO) KERNEL (NAME, warp, FROM, TO, 32, 32) KERNEL (NAME, group, FROM, TO, 128, 128)
CONVERSIONS (KERNELS)

static inline int8_t sat_int8_t (int v) { return v < -128 ? -128 : v > 127 ? 127 : v; }
static inline uint8_t sat_uint8_t (int v) { return v < 0 ? 0 : v > 255 ? 255 : v; }
static inline px_tf32 sat_px_tf32 (int v) { return make_px_tf32 (v); }
#define WANT_float(TO, v) make_##TO (v)
#define WANT_px_half(TO, v) make_##TO (v)
#define WANT_int(TO, v) sat_##TO ((v) * 20 - 100)

#define TEST(NAME, U, FROM, TO, THREADS, ROWS)						\
static int										\
test_##NAME##_##U (void)								\
{											\
  static TO d[2 * ROWS * COLS];								\
  TO *dd = px_alloc (sizeof d / 2), *de = px_alloc (sizeof d / 2);				\
  if (px_check (px_launch (px_grid (1, THREADS), NAME##_##U, dd, de))			\
      || px_check (px_copy (d, dd, sizeof d / 2)) || px_check (px_copy (d + ROWS * COLS, de, sizeof d / 2)))	\
    return 1;										\
  for (int i = 0; i < 2 * ROWS * COLS; i++)						\
    {											\
      int k = i % (ROWS * COLS);							\
      TO want = WANT_##FROM (TO, VALUE (k / COLS, k % COLS));				\
      if (memcmp (&d[i], &want, sizeof want))					\
	{										\
	  printf ("%s_%s: %s (%d, %d) is not of %d\n", #NAME, #U, i == k ? "all" : "part", k / COLS, k % COLS,	\
		  VALUE (k / COLS, k % COLS));						\
	  return 1;									\
	}										\
    }											\
  return px_check (px_free (dd)) || px_check (px_free (de));				\
}
#define TESTS(NAME, FROM, TO) TEST (NAME, warp, FROM, TO, 32, 32) TEST (NAME, group, FROM, TO, 128, 128)
CONVERSIONS (TESTS)

int
main (void)
{
  int bad = 0;
#define RUN(NAME, FROM, TO) bad |= test_##NAME##_warp () | test_##NAME##_group ();
  CONVERSIONS (RUN)
  return bad;
}
