/* SPDX-License-Identifier: MIT */
/* Products of matrices of 16 bits, half and bf16 (px/blas.h), by mma, for what gemm-tma.c does not do.  */
#include "blas/gemm-mma.h"

#define STEP 32
#define PAD \
  8 /* rows of 16 bytes more: the eight that ldmatrix reads together lie in different banks */
#define VALUE(x) ((x).bits)
#define READ VALUE
#define SUM float
#define S float
#define FINISH(X, I, J) EPILOGUE (X, WIDEN, I, J)
#define A_TILE BY_K_TILE
#define A_BY BY_K
#define A_LOAD BY_K_LOAD

/* To C, to partial sums, and of lists.  */
#define T px_half
#define FROM px_half
#define OUT px_half
#define WIDEN px_to_float
#define NARROW px_to_half
#define F(name) h_##name
#define FORM(part) SINGLE_##part
#include "blas/gemm-mma.inc"
#define OUT float
#define WIDEN
#define NARROW
#define F(name) h_parts_##name
#define FORM(part) SINGLE_##part
#include "blas/gemm-mma.inc"
#define OUT px_half
#define WIDEN px_to_float
#define NARROW px_to_half
#define F(name) h_list_##name
#define FORM(part) LISTED_##part
#include "blas/gemm-mma.inc"
#undef T
#undef FROM
#define T px_bf16
#define FROM px_bf16
#define OUT px_bf16
#define WIDEN px_to_float
#define NARROW px_to_bf16
#define F(name) b_##name
#define FORM(part) SINGLE_##part
#include "blas/gemm-mma.inc"
#define OUT float
#define WIDEN
#define NARROW
#define F(name) b_parts_##name
#define FORM(part) SINGLE_##part
#include "blas/gemm-mma.inc"
#define OUT px_bf16
#define WIDEN px_to_float
#define NARROW px_to_bf16
#define F(name) b_list_##name
#define FORM(part) LISTED_##part
#include "blas/gemm-mma.inc"
#undef T
#undef FROM

#define CHOICE(TYPE, t, T) \
  LAUNCH_TMA (TYPE, float, blas_gemm_join_##t, \
	      LAUNCH_CUT (PXBLAS_KERNEL_MMA, t##_parts_gemm, T, float, blas_gemm_join_##t, TM, TN, \
			  LAUNCH (PXBLAS_KERNEL_MMA, t##_gemm, T, T, TM, TN)))

HOST (h, PXBLAS_TYPE_H, uint16_t, uint16_t, float, CHOICE (PXBLAS_TYPE_H, h, px_half))
HOST (b, PXBLAS_TYPE_B, uint16_t, uint16_t, float, CHOICE (PXBLAS_TYPE_B, b, px_bf16))
HOST_OPTIONS (h, uint16_t, uint16_t, float)
HOST_OPTIONS (b, uint16_t, uint16_t, float)
HOST_LISTS (h, uint16_t, uint16_t, float, PXBLAS_KERNEL_MMA, h_list_gemm, TM, TN)
HOST_LISTS (b, uint16_t, uint16_t, float, PXBLAS_KERNEL_MMA, b_list_gemm, TM, TN)
