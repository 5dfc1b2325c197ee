/* SPDX-License-Identifier: MIT */
/* Products of matrices of 16 bits, half and bf16 (px/blas.h), by mma, for what gemm-tma.c does not do.  */
#include "blas/gemm.h"

/* A tile of C has TM rows and TN columns, of which each of 8 warps has 32 x 32.  */
#define TM 128
#define TN 64
#define STEP 32
#define ACROSS (TM / 32)
#define PAD \
  8 /* rows of 16 bytes more: the eight that ldmatrix reads together lie in different banks */
#define VALUE(x) ((x).bits)

/* The part of the tile that a thread writes: 4 rows, COLS columns.  */
#define COLS (TM * TN / BLAS_THREADS / 4)
#define ROW(r) (t % (TM / 4) * 4 + (r))
#define COL(s) (t / (TM / 4) * COLS + (s))

#define T px_half
#define NARROW px_to_half
#define F(name) h_##name
#include "blas/gemm16.inc"
#define T px_bf16
#define NARROW px_to_bf16
#define F(name) b_##name
#include "blas/gemm16.inc"

/* What tensor copies can not do.  */
#define OTHERWISE(BF16, KERNEL, T) \
  blas_gemm_tma (g, BF16, alpha, a, b, beta, c, stream, &s) \
    ? s \
    : LAUNCH (PXBLAS_KERNEL_MMA, KERNEL, T, TM, TN, EPILOGUE_OF (T))

HOST (h, uint16_t, float, OTHERWISE (false, h_gemm, px_half))
HOST (b, uint16_t, float, OTHERWISE (true, b_gemm, px_bf16))
HOST_OPTIONS (h, uint16_t, float)
HOST_OPTIONS (b, uint16_t, float)
