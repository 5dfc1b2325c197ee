/* SPDX-License-Identifier: MIT */
/* Products of matrices of float whose elements are rounded to TF32 (px/blas.h), by mma.  */
#include "blas/gemm-mma.h"

#define STEP 16
#define PAD \
  4 /* rows of 16 bytes more: the eight that ldmatrix reads together lie in different banks */
#define VALUE(x) ((x).bits)
#define READ(e) (px_to_tf32 (e).bits)
#define SUM float
#define S float
#define FINISH(X, I, J) EPILOGUE (X, WIDEN, I, J)
#define A_TILE BY_SIDE_TILE
#define A_BY BY_SIDE
#define A_LOAD BY_SIDE_LOAD

#define T px_tf32
#define FROM float
#define OUT float
#define WIDEN
#define NARROW
#define F(name) tf32_##name
#define FORM(part) SINGLE_##part
#include "blas/gemm-mma.inc"

HOST (tf32, PXBLAS_TYPE_TF32, float, float, float,
      LAUNCH_TMA (PXBLAS_TYPE_TF32, float, blas_gemm_join_s,
		  LAUNCH_CUT (PXBLAS_KERNEL_MMA, tf32_gemm, float, float, blas_gemm_join_s, TM, TN,
			      LAUNCH (PXBLAS_KERNEL_MMA, tf32_gemm, float, float, TM, TN))))
HOST_OPTIONS (tf32, float, float, float)
