/* SPDX-License-Identifier: MIT */
/* What the kernels of attention of 16 bits by mma share (attention16.c, attention16-back.c): a block has tiles of ROWS vectors,
   16 for each warp, of elements T; D, the elements that a tile has room for.  */
#include "blas/attention.h"

enum
{
  ROWS = THREADS / 32 * 16,
  d64_ROWS = ROWS, /* for LAUNCH_D: whatever D is */
  d128_ROWS = ROWS,
  d256_ROWS = ROWS,
  PAD = 8 /* rows of 16 bytes more: the eight that ldmatrix reads together lie in different banks */
};

/* The row of a tile and the element in it of which thread T takes care in step I.  */
#define ROW(i) (((i) * THREADS + t) / D)
#define ELEMENT(i) (((i) * THREADS + t) % D)

/* The same for WIDE elements at once, 16 bytes.  */
#define WIDE 8
#define WIDE_ROW(i) (((i) * THREADS + t) / (D / WIDE))
#define WIDE_ELEMENT(i) (((i) * THREADS + t) % (D / WIDE) * WIDE)

/* TILE, of SIDE vectors, = those of M from number FROM on, which are WHERE, zeros from LIMIT on.  */
#define LOAD(TILE, SIDE, M, LD, FROM, LIMIT, WHERE) \
  if (wide) \
    { \
      _Pragma ("GCC unroll 4") for (int i = 0; i < (SIDE) *D / THREADS / WIDE; i++) \
	__partition (thread, 1, T *to = &TILE[WIDE_ROW (i)][WIDE_ELEMENT (i)]) \
	  __group (thread, 1) \
	    { \
	      px_uint4 x = { 0, 0, 0, 0 }; \
	      int at = (FROM) + WIDE_ROW (i); \
	      if (at < (LIMIT) && WIDE_ELEMENT (i) < d) \
		x = px_ld4 ((const unsigned *) &(M)[WHERE (at, WIDE_ROW (i)) * (LD) + WIDE_ELEMENT (i)]); \
	      px_st4 ((unsigned *) to, x); \
	    } \
    } \
  else \
    { \
      _Pragma ("GCC unroll 4") for (int i = 0; i < (SIDE) *D / THREADS; i++) \
	__partition (thread, 1, T *to = &TILE[ROW (i)][ELEMENT (i)]) \
	  __group (thread, 1) \
	    to->bits = (FROM) + ROW (i) < (LIMIT) && ELEMENT (i) < d \
			 ? (M)[WHERE ((FROM) + ROW (i), ROW (i)) * (LD) + ELEMENT (i)].bits : 0; \
    }

/* S, of 16 rows for each warp, = the products of these rows of A with those of B; UNROLLED is how often the loop is.  */
#define SCORES(S, A, B) \
  px_zero (&S); \
  _Pragma (UNROLLED) for (int e = 0; e < D; e += 16) \
    { \
      px_lhs (T, 16, 16) x; \
      px_rhs (T, 16, COLS) r; \
      px_ldmatrix (&x, &A[w * 16][e], D + PAD); \
      px_ldmatrix_t (&r, &B[0][e], D + PAD); \
      px_mma (&S, &x, &r); \
    }

/* SUM += the vectors of B, C and the fifteen after it, each times its weight in P.  */
#define WEIGHTED(SUM, P, B, C) \
  { \
    px_lhs (T, 16, 16) pc; \
    px_rhs (T, 16, D) r; \
    px_part (&pc, &P, 0, C); \
    px_ldmatrix (&r, &B[C][0], D + PAD); \
    px_mma (&SUM, &pc, &r); \
  }

/* The same of all COLS vectors, 32 or 64.  */
#define ALL_WEIGHTED(SUM, P, B) JOIN (WEIGHTED_, COLS) (SUM, P, B)
#define WEIGHTED_32(SUM, P, B) WEIGHTED (SUM, P, B, 0) WEIGHTED (SUM, P, B, 16)
#define WEIGHTED_64(SUM, P, B) WEIGHTED_32 (SUM, P, B) WEIGHTED (SUM, P, B, 32) WEIGHTED (SUM, P, B, 48)

/* The block's vectors of Y below LIMIT = those of the warps' SUM.  */
#define STORE(Y, LD, LIMIT, SUM) \
  { \
    __shared float out[ROWS][D + 4]; \
    __partition (thread, 32, float *ow = &out[w * 16][0]) \
      px_store (ow, D + 4, &SUM); \
    for (int i = 0; i < ROWS * D / THREADS; i++) \
      __partition (thread, 1, T *own = (Y) + ROW (i) * (LD) + ELEMENT (i)) \
	__group (thread, 1) \
	  if (first + ROW (i) < (LIMIT) && ELEMENT (i) < d) \
	    *own = NARROW (out[ROW (i)][ELEMENT (i)]); \
  }

/* The kernel NAME for A->d.  */
#define LAUNCH(NAME, ...) \
  (a->d <= 64	 ? LAUNCH_D (64, NAME, __VA_ARGS__) \
   : a->d <= 128 ? LAUNCH_D (128, NAME, __VA_ARGS__) \
		 : LAUNCH_D (256, NAME, __VA_ARGS__))
