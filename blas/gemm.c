/* SPDX-License-Identifier: MIT */
/* Products of matrices of float (px/blas.h).  */
#include "blas/gemm.h"

/* Elements of shared memory after each row of a tile: what is stored transposed meets fewer
   banks twice, and rows stay aligned to 16 bytes.  */
#define PAD 4
#define VALUE(x) (x)
#define READ VALUE

/* The sums of ks FROM to TO - 1 of a step: straight code, so that each k's loads are made while the last one's products
   are; px would make a few of them at a time.  */
/* clang-format off */
#define MULTIPLY(FROM, TO) \
  __group (thread, 1) \
    _Pragma ("GCC unroll 16") \
    for (int j = FROM; j < TO; j++) \
      for (int s = 0; s < RN; s++) \
	for (int r = 0; r < RM; r++) \
	  sum[s][r] += as[j][ROW (r)] * bs[j][COL (s)];
/* clang-format on */

/* Large tiles, for matrices with enough of them for each multiprocessor; small ones.  The sizes are
   those that fill registers (64 sums a thread), and those of which an H100's 132 multiprocessors
   are busy from 768 x 768 on.  */
#define T float
#define F(name) s_large_##name
#define TM 128
#define TN 128
#define RM 8
#define RN 8
#define STEP 8
#define FORM(part) SINGLE_##part
#include "blas/gemm.inc"
#define F(name) s_##name
#define TM 64
#define TN 64
#define RM 4
#define RN 4
#define STEP 16
#define FORM(part) SINGLE_##part
#include "blas/gemm.inc"
#define F(name) s_list_##name
#define TM 64
#define TN 64
#define RM 4
#define RN 4
#define STEP 16
#define FORM(part) LISTED_##part
#include "blas/gemm.inc"
#undef T
HOST (s, PXBLAS_TYPE_S, float, float, float,
      LAUNCH_CUT (PXBLAS_KERNEL_FMA, s_gemm, float, float, blas_gemm_join_s, 64, 64,
		  blas_gemm_large (g, PXBLAS_KERNEL_FMA, PXBLAS_KERNEL_FMA_128)
		    ? LAUNCH (PXBLAS_KERNEL_FMA_128, s_large_gemm, float, float, 128, 128)
		    : LAUNCH (PXBLAS_KERNEL_FMA, s_gemm, float, float, 64, 64)))
HOST_OPTIONS (s, float, float, float)
HOST_LISTS (s, float, float, float, PXBLAS_KERNEL_FMA, s_list_gemm, 64, 64)
