/* SPDX-License-Identifier: MIT */
/* Attention of 16 bits, half and bf16 (px/blas.h), by mma; attention-tma.c has it by wgmma.  */
#include "blas/attention.h"

enum
{
  ROWS = THREADS / 32 * 16,
  COLS = 64,
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

#define T px_half
#define NARROW px_to_half
#define D 64
#define F(name) d64_h##name
#include "blas/attention16.inc"
#define D 128
#define F(name) d128_h##name
#include "blas/attention16.inc"
#define D 256
#define F(name) d256_h##name
#include "blas/attention16.inc"
#undef T
#undef NARROW
#define T px_bf16
#define NARROW px_to_bf16
#define D 64
#define F(name) d64_b##name
#include "blas/attention16.inc"
#define D 128
#define F(name) d128_b##name
#include "blas/attention16.inc"
#define D 256
#define F(name) d256_b##name
#include "blas/attention16.inc"

#define LAUNCH(NAME, ...) \
  (a->d <= 64	 ? LAUNCH_D (64, NAME, __VA_ARGS__) \
   : a->d <= 128 ? LAUNCH_D (128, NAME, __VA_ARGS__) \
		 : LAUNCH_D (256, NAME, __VA_ARGS__))
#define KERNEL_16 \
  (blas_attention_tma_reaches (a, q, ldq, k, ldk, v, ldv, y, ldy) ? PXBLAS_KERNEL_TMA_128 : PXBLAS_KERNEL_MMA)
#define LAUNCH_16(BF16, ...) \
  (kernel == PXBLAS_KERNEL_MMA ? LAUNCH (__VA_ARGS__) \
			       : blas_attention_tma (a, BF16, q, ldq, k, ldk, v, ldv, y, ldy, lse, stream))
FORWARD (h, uint16_t, KERNEL_16, LAUNCH_16 (false, hforward, FORWARD_ARGUMENTS (px_half)))
FORWARD (b, uint16_t, KERNEL_16, LAUNCH_16 (true, bforward, FORWARD_ARGUMENTS (px_bf16)))
