/* SPDX-License-Identifier: MIT */
/* Products of matrices of 8 bits (px/blas.h), by mma: int8_t with results of int32_t, and both formats of
   floating point with results of float.  */
#include "blas/gemm-mma.h"

#define STEP 32
#define PAD \
  16 /* rows of 16 bytes more: the eight that ldmatrix reads together lie in different banks */
#define A_TILE BY_SIDE_TILE
#define A_BY BY_SIDE
#define A_LOAD BY_SIDE_LOAD

/* Sums and scalars are modulo 2^32, so in C they are unsigned.  */
#define VALUE(x) (x)
#define READ VALUE
#define SUM int
#define S unsigned
#define FINISH NO_EPILOGUE
#define T int8_t
#define FROM int8_t
#define OUT int
#define WIDEN (unsigned)
#define NARROW (int)
#define F(name) i8_##name
#define FORM(part) SINGLE_##part
#include "blas/gemm-mma.inc"
#undef VALUE
#undef SUM
#undef S
#undef FINISH
#undef T
#undef FROM

#define VALUE(x) ((x).bits)
#define SUM float
#define S float
#define FINISH(X, I, J) EPILOGUE (X, WIDEN, I, J)
#define T px_e4m3
#define FROM px_e4m3
#define OUT float
#define WIDEN
#define NARROW
#define F(name) e4m3_##name
#define FORM(part) SINGLE_##part
#include "blas/gemm-mma.inc"
#undef T
#undef FROM
#define T px_e5m2
#define FROM px_e5m2
#define OUT float
#define WIDEN
#define NARROW
#define F(name) e5m2_##name
#define FORM(part) SINGLE_##part
#include "blas/gemm-mma.inc"
#undef T
#undef FROM

HOST (i8, PXBLAS_TYPE_I8, int8_t, int32_t, int32_t,
      LAUNCH_TMA (PXBLAS_TYPE_I8, int, blas_gemm_join_i,
		  LAUNCH_CUT (PXBLAS_KERNEL_MMA, i8_gemm, int8_t, int, blas_gemm_join_i, TM, TN,
			      LAUNCH (PXBLAS_KERNEL_MMA, i8_gemm, int8_t, int, TM, TN))))

/* Tensor cores multiply these from sm_89 on (PTX ISA, mma).  */
#define FROM_89(TYPE, t) \
  px__arch () < 89 \
    ? px__fail (PX_ERR_UNSUPPORTED, "%s: sm_%d has no products of this type; sm_89 has", f, \
		px__arch ()) \
    : LAUNCH_TMA (TYPE, float, blas_gemm_join_s, \
		  LAUNCH_CUT (PXBLAS_KERNEL_MMA, t##_gemm, px_##t, float, blas_gemm_join_s, TM, \
			      TN, LAUNCH (PXBLAS_KERNEL_MMA, t##_gemm, px_##t, float, TM, TN)))

HOST (e4m3, PXBLAS_TYPE_E4M3, uint8_t, float, float, FROM_89 (PXBLAS_TYPE_E4M3, e4m3))
HOST (e5m2, PXBLAS_TYPE_E5M2, uint8_t, float, float, FROM_89 (PXBLAS_TYPE_E5M2, e5m2))
HOST_OPTIONS (e4m3, uint8_t, float, float)
HOST_OPTIONS (e5m2, uint8_t, float, float)
