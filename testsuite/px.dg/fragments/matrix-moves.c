/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-final { scan-ptx {ldmatrix\.sync\.aligned\.m8n8\.x4\.trans} } } */
/* { dg-final { scan-ptx {stmatrix\.sync\.aligned\.m8n8\.x4\.trans} } } */
/* ldmatrix and stmatrix of each part and unit, plain and transposed, from and to rows and
   tiles of each swizzle: what is loaded is stored by each thread, what each thread
   loaded is stored by stmatrix, and all stands where it should.  */
#include "aux/elements.h"

enum { R = 128, C = 128 };

/* Fragments of ROWS x COLS; in memory, of COLS x ROWS if they are transposed.  */
#define KERNEL(NAME, PART, T, THREADS, ROWS, COLS, SW, FLIP, LOADS, STORES, TLOAD, TSTORE)	\
__kernel __requires (grid (1), block (1), threads (THREADS), smem (2 * R * C * sizeof (T))) void	\
NAME (const T *in __perspective (grid, 1), T *out __perspective (grid, 1))		\
{											\
  enum { H = FLIP ? COLS : ROWS, W = FLIP ? ROWS : COLS };				\
  typedef px_tile (T, R, C, SW) tile;							\
  int blk __perspective (block, 1) = px_id (block);					\
  __partition (block, 1, T *o = out + blk * 4 * R * C)					\
    __group (block, 1)									\
      {											\
	__shared T plain[R][C];								\
	__shared tile swizzled;								\
	int t __perspective (thread, 1) = px_id (thread);				\
	/* As it is loaded: rows from plain, and from the tile at (8, 16).  */		\
	__partition (thread, 1, T (*p)[C] = plain)					\
	  __group (thread, 1)								\
	    for (int i = t; i < R * C; i += THREADS)					\
	      p[i / C][i % C] = in[i];							\
	__partition (thread, 1, tile *p = &swizzled)					\
	  __group (thread, 1)								\
	    for (int i = t; i < R * C; i += THREADS)					\
	      px_at (p, i / C, i % C) = in[i];						\
	px_##PART (T, ROWS, COLS) a __perspective (thread, THREADS), b __perspective (thread, THREADS);	\
	__group (thread, THREADS)							\
	  {										\
	    LOADS (&a, &plain[8][16], C);						\
	    TLOAD (&b, &swizzled, 8, 16);						\
	  }										\
	__partition (thread, THREADS, T *q = o)						\
	  __group (thread, THREADS)							\
	    {										\
	      px_store (q, COLS, &a);							\
	      px_store (q + R * C, COLS, &b);						\
	    }										\
	/* As it is stored: over zeros.  */						\
	__partition (thread, 1, T (*p)[C] = plain)					\
	  __group (thread, 1)								\
	    for (int i = t; i < R * C; i += THREADS)					\
	      p[i / C][i % C] = in[0];							\
	__partition (thread, 1, tile *p = &swizzled)					\
	  __group (thread, 1)								\
	    for (int i = t; i < R * C; i += THREADS)					\
	      px_at (p, i / C, i % C) = in[0];						\
	__partition (thread, THREADS, T *p = &plain[0][0])				\
	  STORES (p + 16 * C + 32, C, &a);						\
	__partition (thread, THREADS, tile *p = &swizzled)				\
	  TSTORE (p, 16, 32, &a);							\
	__partition (thread, 1, T *q = o + 2 * R * C)					\
	  __group (thread, 1)								\
	    for (int i = t; i < R * C; i += THREADS)					\
	      {										\
		q[i] = plain[i / C][i % C];						\
		q[R * C + i] = px_at (&swizzled, i / C, i % C);				\
	      }										\
      }											\
}
#define PLAIN px_ldmatrix, px_stmatrix, px_tile_load, px_tile_store
#define FLIPPED px_ldmatrix_t, px_stmatrix_t, px_tile_load_t, px_tile_store_t

#define MOVES(X) \
  X (lhs0, lhs, px_half, 32, 32, 48, 0, 0, PLAIN) X (lhs32, lhs, px_bf16, 32, 32, 48, 32, 1, FLIPPED) \
  X (lhs64, lhs, px_half, 128, 64, 48, 64, 0, PLAIN) X (lhs128, lhs, px_half, 128, 64, 80, 128, 1, FLIPPED) \
  X (rhs0, rhs, px_half, 32, 32, 24, 0, 1, FLIPPED) X (rhs32, rhs, px_half, 32, 16, 40, 32, 0, PLAIN) \
  X (rhs64, rhs, px_bf16, 32, 48, 8, 64, 1, FLIPPED) X (rhs128, rhs, px_half, 32, 48, 24, 128, 0, PLAIN) \
  X (acc0, acc, px_half, 32, 32, 24, 0, 0, PLAIN) X (acc64, acc, px_half, 128, 64, 72, 64, 1, FLIPPED) \
  X (acc128, acc, px_half, 128, 64, 64, 128, 0, PLAIN) \
  X (byte, lhs, int8_t, 32, 16, 64, 64, 0, PLAIN) X (byter, rhs, int8_t, 32, 64, 16, 64, 1, FLIPPED) \
  X (word, lhs, px_tf32, 32, 16, 32, 128, 0, PLAIN) X (wordr, rhs, px_tf32, 32, 32, 16, 128, 1, FLIPPED)
#define EXPAND(...) __VA_ARGS__
#define KERNEL_OF(...) EXPAND (KERNEL_ (__VA_ARGS__))
#define KERNEL_(...) KERNEL (__VA_ARGS__)
MOVES (KERNEL_OF)

#define TEST(NAME, PART, T, THREADS, ROWS, COLS, SW, FLIP, ...)				\
static int										\
test_##NAME (void)									\
{											\
  static T in[R * C], out[4][R * C];							\
  T *di = px_alloc (sizeof in), *d = px_alloc (sizeof out);				\
  for (int i = 0; i < R * C; i++)							\
    {											\
      unsigned bits = i ? i * 2654435761u >> 7 | 1 : 0;					\
      memcpy (&in[i], &bits, sizeof *in);						\
    }											\
  if (px_check (px_copy (di, in, sizeof in)) || px_check (px_launch (px_grid (1, THREADS), NAME, di, d))	\
      || px_check (px_copy (out, d, sizeof out)))					\
    return 1;										\
  for (int k = 0; k < 4; k++)								\
    for (int i = 0; i < (k < 2 ? ROWS * COLS : R * C); i++)				\
      {											\
	/* Row and column of the fragment; of what is stored, after its corner.  */	\
	int r = k < 2 ? i / COLS : FLIP ? i % C - 32 : i / C - 16, c = k < 2 ? i % COLS : FLIP ? i / C - 16 : i % C - 32;	\
	int from = r < 0 || c < 0 || r >= ROWS || c >= COLS ? 0 : FLIP ? (c + 8) * C + r + 16 : (r + 8) * C + c + 16;	\
	if (memcmp (&out[k][i], &in[from], sizeof *in))					\
	  {										\
	    printf ("%s: %s (%d, %d)\n", #NAME, ((const char *[]) { "ldmatrix", "tile_load", "stmatrix", "tile_store" })[k], r, c);	\
	    return 1;									\
	  }										\
      }											\
  return px_check (px_free (di)) || px_check (px_free (d));				\
}
MOVES (TEST)

int
main (void)
{
  int bad = 0;
#define RUN(NAME, ...) bad |= test_##NAME ();
  MOVES (RUN)
  return bad;
}
