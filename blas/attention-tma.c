/* SPDX-License-Identifier: MIT */
/* Attention of 16 bits by tensor copies and wgmma, for sm_90a; attention16.c has the others.  */
#include "blas/attention.h"
#include <float.h>

enum
{
  /* Two warpgroups that multiply, one that copies.  A multiprocessor's 65536 registers are 168 for each of 384 threads;
     the producer's go to the others.  */
  TMA_THREADS = 384,
  TMA_REGISTERS = 240,
  TMA_REGISTERS_PRODUCER = 24,

  /* Queries of a warpgroup, the rows of a wgmma, and of a block.  */
  HALF = 64,
  ROWS = 2 * HALF
};

/* Members of struct px_tensor: A's vectors of N, `queries' or `keys', of each of HEADS heads, LD elements apart.  */
#define VECTORS_OF(N, HEADS, LD) \
  .size = { a->d, a->N, a->HEADS, a->batch }, \
  .stride = { 0, 2 * (LD), 2 * a->d, 2 * (LD) * (a->batch > 1 ? a->N : 1) }, .l2 = 256

/* Shared memory, 227 KiB, has room for two slots of keys and values beside the queries; a thread's registers for a tile of sums
   and 64 scores, or of the widest sums and 32.  */
#define SLOTS 2
#define T px_half
#define D 64
#define KEYS 128
#define F(name) tma_d64_h##name
#include "blas/attention-tma.inc"
#define D 128
#define KEYS 128
#define F(name) tma_d128_h##name
#include "blas/attention-tma.inc"
#define D 256
#define KEYS 64
#define F(name) tma_d256_h##name
#include "blas/attention-tma.inc"
#undef T
#define T px_bf16
#define D 64
#define KEYS 128
#define F(name) tma_d64_b##name
#include "blas/attention-tma.inc"
#define D 128
#define KEYS 128
#define F(name) tma_d128_b##name
#include "blas/attention-tma.inc"
#define D 256
#define KEYS 64
#define F(name) tma_d256_b##name
#include "blas/attention-tma.inc"

bool
blas_attention_tma_reaches (const pxblas_attention *a, const void *q, int64_t ldq, const void *k, int64_t ldk, const void *v,
			    int64_t ldv, const void *y, int64_t ldy)
{
  int64_t tiles = (a->queries + ROWS - 1) / ROWS;
  /* Lengths on the device say which vectors are read, and tensor copies would bring their neighbours too, which may be
     no numbers.  Of each row the greatest score is that of the greatest product.  Numbers of keys are ints.  */
  return !blas_own_lengths (a) && a->keys && a->scale >= FLT_MIN && a->d % 8 == 0 && a->queries + a->keys < BLAS_MOST_DIM
	 && a->batch * a->heads * tiles <= INT32_MAX / TMA_THREADS && blas_copies_reach (q, 2, ldq, a->queries * ldq, a->batch)
	 && blas_copies_reach (k, 2, ldk, a->keys * ldk, a->batch) && blas_copies_reach (v, 2, ldv, a->keys * ldv, a->batch)
	 && blas_copies_reach (y, 2, ldy, a->queries * ldy, a->batch) && px__arch () == 90;
}

px_status
blas_attention_tma (const pxblas_attention *a, bool bf16, const void *q, int64_t ldq, const void *k, int64_t ldk, const void *v,
		    int64_t ldv, void *y, int64_t ldy, float *lse, px_stream stream)
{
  static px_status (*const launches[2][3]) (const pxblas_attention *, const void *, int64_t, const void *, int64_t, const void *,
					    int64_t, void *, int64_t, float *, px_stream)
    = { { tma_d64_hlaunch, tma_d128_hlaunch, tma_d256_hlaunch }, { tma_d64_blaunch, tma_d128_blaunch, tma_d256_blaunch } };
  return launches[bf16][(a->d > 64) + (a->d > 128)](a, q, ldq, k, ldk, v, ldv, y, ldy, lse, stream);
}
