/* SPDX-License-Identifier: MIT */
/* The shape of the products by mma, gemm-mma.inc.  */
#ifndef PXBLAS_GEMM_MMA_H
#define PXBLAS_GEMM_MMA_H

#include "blas/gemm.h"

/* A tile of C has TM rows and TN columns, of which each of 8 warps has 32 x 32.  The includer defines STEP, PAD and the
   tile of A.  */
#define TM 128
#define TN 64
#define ACROSS (TM / 32)

/* The part of the tile that a thread writes: 4 rows, COLS columns.  */
#define COLS (TM * TN / BLAS_THREADS / 4)
#define ROW(r) (t % (TM / 4) * 4 + (r))
#define COL(s) (t / (TM / 4) * COLS + (s))

/* Tiles of A: where ldmatrix can transpose, elements of 16 bits, and where k must be neighbours.  */
#define BY_K_TILE as[STEP][TM + PAD]
#define BY_K_LOAD(R, SIDE) px_ldmatrix (R, &as[0][SIDE], TM + PAD)
#define BY_SIDE_TILE as[TM][STEP + PAD]
#define BY_SIDE_LOAD(R, SIDE) px_ldmatrix_t (R, &as[SIDE][0], STEP + PAD)

#endif
