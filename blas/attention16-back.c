/* SPDX-License-Identifier: MIT */
/* Gradients of attention of 16 bits, half and bf16 (px/blas.h), by mma.  */
#include "blas/attention16.h"

PX_WARP_REDUCE (total, float, PX_PLUS, 8)

/* With more, ptxas spills where D is 256.  */
#define UNROLLED "GCC unroll 4"

/* Tiles that pass by have 32 vectors where 64 would leave too few registers or, of 256 elements, shared memory.  */
#define T px_half
#define NARROW px_to_half
#define WIDEN px_to_float
#define PRODUCTS products_h
#include "blas/attention-products.inc"
#define D 64
#define COLS 64
#define F(name) d64_h##name
#include "blas/attention16-back.inc"
#define D 128
#define COLS 32
#define F(name) d128_h##name
#include "blas/attention16-back.inc"
#define D 256
#define COLS 32
#define F(name) d256_h##name
#include "blas/attention16-back.inc"
#undef T
#undef NARROW
#undef PRODUCTS
#define T px_bf16
#define NARROW px_to_bf16
#define PRODUCTS products_b
#include "blas/attention-products.inc"
#define D 64
#define COLS 64
#define F(name) d64_b##name
#include "blas/attention16-back.inc"
#define D 128
#define COLS 32
#define F(name) d128_b##name
#include "blas/attention16-back.inc"
#define D 256
#define COLS 32
#define F(name) d256_b##name
#include "blas/attention16-back.inc"

/* Of dk, then of dv, which takes no values and no sums.  */
#define BACKWARD_V_ARGUMENTS(K) \
  keys, key_heads, (a->queries, ), (const K *) q, ldq, (const K *) k, ldk, lse, (const K *) dy, lddy, (K *) dv, lddv
#define KEYS_16(t, K) \
  (s = LAUNCH (t##backward_k, BACKWARD_KEYS_ARGUMENTS (K), (K *) dk, lddk)) ? s : LAUNCH (t##backward_v, BACKWARD_V_ARGUMENTS (K))
BACKWARD (h, uint16_t, px_half, products_h, LAUNCH (hbackward_q, BACKWARD_Q_ARGUMENTS (px_half)), KEYS_16 (h, px_half))
BACKWARD (b, uint16_t, px_bf16, products_b, LAUNCH (bbackward_q, BACKWARD_Q_ARGUMENTS (px_bf16)), KEYS_16 (b, px_bf16))
