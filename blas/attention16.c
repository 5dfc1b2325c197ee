/* SPDX-License-Identifier: MIT */
/* Attention of 16 bits, half and bf16 (px/blas.h), by mma; attention-tma.c has it by wgmma.  */
#include "blas/attention16.h"

#define COLS 64
#define UNROLLED "GCC unroll 16"

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

#define KERNEL_16 \
  (blas_attention_tma_reaches (a, q, ldq, k, ldk, v, ldv, y, ldy) ? PXBLAS_KERNEL_TMA_128 : PXBLAS_KERNEL_MMA)
#define LAUNCH_16(BF16, ...) \
  (kernel == PXBLAS_KERNEL_MMA ? LAUNCH (__VA_ARGS__) \
			       : blas_attention_tma (a, BF16, q, ldq, k, ldk, v, ldv, y, ldy, lse, stream))
FORWARD (h, uint16_t, KERNEL_16, LAUNCH_16 (false, hforward, FORWARD_ARGUMENTS (px_half)))
FORWARD (b, uint16_t, KERNEL_16, LAUNCH_16 (true, bforward, FORWARD_ARGUMENTS (px_bf16)))
