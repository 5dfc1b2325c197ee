/* SPDX-License-Identifier: MIT */
/* Products of matrices of 16 bits by tensor copies and wgmma, for sm_90a; gemm16.c has the others.  */
#include "blas/gemm.h"

enum
{
  /* Two warpgroups that multiply, one that copies.  A multiprocessor's 65536 registers are
     168 for each of 384 threads, a multiple of 8 as setmaxnreg wants.  With fewer than 40 the
     producer spills coordinates; the others take what is left: sums need up to 128 a thread.  */
  TMA_THREADS = 384,
  TMA_REGISTERS = 232,
  TMA_REGISTERS_PRODUCER = 40,

  /* Columns of C of a tile: 64, the rows of a wgmma, for each warpgroup.  A step's k, and the
     rows of C that are sent together, are 128 bytes, the widest swizzle.  */
  TMA_HIGH = 128,
  TMA_STEP = 64,
  TMA_PART = 64,

  /* Tiles are taken by strips that are so many of blocks across.  Those that 132 multiprocessors
     have at one time are then about as many rows as columns of C, which read least of A and B.  */
  TMA_GROUP = 16
};

/* Declares where a cluster's tile T is: z, the matrix; row and col, the corner in C^T of the block's.  */
#define TMA_TILE(t) \
  int z = (t) / (down * across), u = (t) % (down * across); \
  int first = u / (TMA_GROUP / BLOCKS * down) * (TMA_GROUP / BLOCKS); \
  int high = across - first < TMA_GROUP / BLOCKS ? across - first : TMA_GROUP / BLOCKS; \
  int row = ((first + u % (TMA_GROUP / BLOCKS * down) % high) * BLOCKS + rank) * TMA_HIGH; \
  int col = u % (TMA_GROUP / BLOCKS * down) / high * WIDE;

/* Members of struct px_tensor: matrices of the sizes that come last, neighbours in memory first,
   LD elements a row; with NEXT those of all products, STRIDE apart, else one.  A row of a box is
   128 bytes, and the 128 beside it are the next step's or the next box's: level 2 fetches both.  */
#define TMA_TENSOR(LD, NEXT, STRIDE, ...) \
  .size = { __VA_ARGS__, (NEXT) ? g->count : 1 }, \
  .stride = { 0, 2 * (LD), 2 * ((NEXT) ? (STRIDE) : (LD)) }, .l2 = 256

/* A ring has as many slots as a block's shared memory, 227 KiB, has room for beside a tile of C, which
   copies send while the next one is made, and a part of C before.  A cluster of two reads a
   third less of A and B; small tiles are for small matrices, of which few multiprocessors would be busy.  */
#define T px_half
#define WIDE 128
#define SLOTS 5
#define BLOCKS 1
#define OF(name, ops) h_128_##ops##_##name
#include "blas/gemm-tma-ops.inc"
#define WIDE 256
#define SLOTS 3
#define BLOCKS 2
#define OF(name, ops) h_256_##ops##_##name
#include "blas/gemm-tma-ops.inc"
#undef T
#define T px_bf16
#define WIDE 128
#define SLOTS 5
#define BLOCKS 1
#define OF(name, ops) b_128_##ops##_##name
#include "blas/gemm-tma-ops.inc"
#define WIDE 256
#define SLOTS 3
#define BLOCKS 2
#define OF(name, ops) b_256_##ops##_##name
#include "blas/gemm-tma-ops.inc"
#undef T

typedef px_status tma_launch (const struct gemm *g, float alpha, const void *a, const void *b,
			      float beta, void *c, px_stream stream);

#define LAUNCHES(t, wide) \
  { \
    { t##_##wide##_nn_launch, t##_##wide##_nt_launch }, \
    { t##_##wide##_tn_launch, t##_##wide##_tt_launch } \
  }

/* The kernels.  WIDE is the rows of C of a tile, BLOCKS those of a cluster; COST the time that a
   tile takes, beside that of the others: half a tile takes more than half, as it reads as much of A
   and B.  Functions are by type, op (A) and op (B).  */
static const struct tma_size
{
  pxblas_kernel kernel;
  int wide, blocks, cost;
  tma_launch *launch[2][2][2];
} tma_sizes[] = {
  { PXBLAS_KERNEL_TMA_128, 128, 1, 6, { LAUNCHES (h, 128), LAUNCHES (b, 128) } },
  { PXBLAS_KERNEL_TMA_256, 256, 2, 10, { LAUNCHES (h, 256), LAUNCHES (b, 256) } },
};

/* Whether tensor copies reach COUNT matrices at P: addresses and strides are multiples of 16
   bytes, strides less than 2^40 (CUDA Driver API, cuTensorMapEncodeTiled).  */
static bool
copies_reach (const void *p, int64_t ld, int64_t stride, int64_t count)
{
  const int64_t most = INT64_C (1) << 39;
  return (uintptr_t) p % 16 == 0 && ld % 8 == 0 && ld < most
	 && (count == 1 || (stride % 8 == 0 && stride < most));
}

bool
blas_gemm_tma (const struct gemm *g, bool bf16, float alpha, const void *a, const void *b,
	       float beta, void *c, px_stream stream, px_status *status)
{
  if (alpha == 0 || !g->k || !copies_reach (a, g->lda, g->stride_a, g->count)
      || !copies_reach (b, g->ldb, g->stride_b, g->count) || !copies_reach (c, g->ldc, g->stride_c, g->count)
      || px__arch () != 90)
    return false;
  int processors = px__multiprocessors ();
  if (!processors)
    return false;
  /* A multiprocessor has one block, which takes its tiles one after another.  */
  const struct tma_size *best = NULL;
  int64_t least = INT64_MAX;
  for (size_t i = 0; i < sizeof tma_sizes / sizeof *tma_sizes; i++)
    {
      const struct tma_size *s = &tma_sizes[i];
      int64_t down, each, all = blas_gemm_tiles (g, s->wide, s->blocks * TMA_HIGH, &down, &each);
      int64_t clusters = processors / s->blocks, cost;
      if (!clusters)
	continue;
      cost = (all + clusters - 1) / clusters * s->cost;
      if (cost <= least)
	least = cost, best = s;
    }
  tma_launch *f = best->launch[bf16][g->opa == PXBLAS_T][g->opb == PXBLAS_T];
  *status = blas_gemm_launched (best->kernel, f (g, alpha, a, b, beta, c, stream));
  return true;
}
