/* SPDX-License-Identifier: MIT */
/* Products of matrices of 16, 32 (TF32) and 8 bits by tensor copies and wgmma, for sm_90a; gemm16.c, gemm-tf32.c and gemm8.c
   have the others.  */
#include "blas/gemm.h"

enum
{
  /* Two warpgroups that multiply, one that copies.  A multiprocessor's 65536 registers are
     168 for each of 384 threads, a multiple of 8 as setmaxnreg wants.  With fewer than 40 the
     producer spills coordinates; the others take what is left: sums need up to 128 a thread.  */
  TMA_THREADS = 384,
  TMA_REGISTERS = 232,
  TMA_REGISTERS_PRODUCER = 40,

  /* Columns of C of a tile: 64, the rows of a wgmma, for each warpgroup.  The rows of C that are sent together
     are 128 bytes of 16 bits, the widest swizzle.  */
  TMA_HIGH = 128,
  TMA_PART = 64,

  /* Tiles are taken by strips that are so many of blocks across.  Those that 132 multiprocessors
     have at one time are then about as many rows as columns of C, which read least of A and B.  */
  TMA_GROUP = 16
};

/* A step's k are 128 bytes.  */
#define TMA_STEP (128 / (int) sizeof (T))

/* Declares where a cluster's tile T is: z, the matrix; row and col, the corner in C^T of the block's.  */
#define TMA_TILE(t) \
  int z = (t) / (down * across), u = (t) % (down * across); \
  int first = u / (TMA_GROUP / BLOCKS * down) * (TMA_GROUP / BLOCKS); \
  int high = across - first < TMA_GROUP / BLOCKS ? across - first : TMA_GROUP / BLOCKS; \
  int row = ((first + u % (TMA_GROUP / BLOCKS * down) % high) * BLOCKS + rank) * TMA_HIGH; \
  int col = u % (TMA_GROUP / BLOCKS * down) / high * WIDE;

/* Members of struct px_tensor: matrices of elements T and the sizes that come last, neighbours in memory first,
   LD elements a row; with NEXT as many as G has products, STRIDE apart, else one.  A row of a box is
   128 bytes, and the 128 beside it are the next step's or the next box's: level 2 fetches both.  */
#define TMA_TENSOR(T, G, LD, NEXT, STRIDE, ...) \
  .size = { __VA_ARGS__, (NEXT) ? (G)->count : 1 }, \
  .stride = { 0, sizeof (T) * (LD), sizeof (T) * ((NEXT) ? (STRIDE) : (LD)) }, .l2 = 256

/* A ring has as many slots as a block's shared memory, 227 KiB, has room for beside a tile of C, which
   copies send while the next one is made, and a part of C before.  A cluster of two reads a
   third less of A and B; small tiles are for small matrices, of which few multiprocessors would be busy.  Of C of 32 bits
   only small tiles leave room for a ring.  */
#define SUM float
#define S float
#define EPILOGUES 1

/* Of V, a part of sums as large as what is sent together: V += beta times the tile BEFORE, and V to columns COL and so on of the
   tile OWN.  Of 16 bits by ldmatrix and stmatrix.  Of 32 bits element by element: two neighbours at a time, which meet no bank
   twice in a quarter of a warp.  */
#define BEFORE_TO_16(V, BEFORE) \
  { \
    px_lhs (T, TMA_HIGH / 2, TMA_PART) part __perspective (thread, 128); \
    px_tile_load (&part, &BEFORE, 0, 0); \
    /* A thread has the same elements of both fragments, in the same order.  */ \
    __group (thread, 1) for (int e = 0; e < px_count (&V); e++) \
    { \
      S x = px_get (&V, e); \
      x += beta * WIDEN (px_get (&part, e)); \
      px_set (&V, e, x); \
    } \
  }
#define V_TO_16(OWN, COL) \
  __group (thread, 128) \
  { \
    px_lhs (T, TMA_HIGH / 2, TMA_PART) part; \
    px_convert (&part, &v); \
    px_tile_store (OWN, 0, COL, &part); \
  }
#define BEFORE_TO_32(V, BEFORE) \
  __group (thread, 1) for (int e = 0; e < px_count (&V); e++) \
  { \
    S x = px_get (&V, e); \
    x += beta * px_at (&BEFORE, px_row (&V, e), px_col (&V, e)); \
    px_set (&V, e, x); \
  }
#define V_TO_32(OWN, COL) \
  __group (thread, 128) \
    __partition (thread, 1, after_tile *one = OWN) \
      __group (thread, 1) for (int e = 0; e < px_count (&v); e++) \
	px_at (one, px_row (&v, e), (COL) + px_col (&v, e)) = px_get (&v, e);

#define T px_half
#define OUT px_half
#define BEFORE_TO BEFORE_TO_16
#define V_TO V_TO_16
#define WIDEN px_to_float
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
#undef OUT
#define T px_bf16
#define OUT px_bf16
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
#undef OUT
#undef BEFORE_TO
#undef V_TO
#undef WIDEN

/* Partial sums of 16 bits, which have no epilogue.  */
#undef EPILOGUES
#define EPILOGUES 0
#define OUT float
#define BEFORE_TO BEFORE_TO_32
#define V_TO V_TO_32
#define WIDEN
#define WIDE 128
#define SLOTS 4
#define BLOCKS 1
#define OF(name, ops) b_parts_##ops##_##name
#include "blas/gemm-tma-ops.inc"
#undef T
#define T px_half
#define WIDE 128
#define SLOTS 4
#define BLOCKS 1
#define OF(name, ops) h_parts_##ops##_##name
#include "blas/gemm-tma-ops.inc"
#undef T
#undef EPILOGUES
#define EPILOGUES 1

/* Elements whose k must be neighbours in memory: op (A) and op (B) are A transposed and B.  */
#define WIDE 128
#define SLOTS 4
#define BLOCKS 1
#define A_TURNED 1
#define B_TURNED 0
#define PRODUCT px_mma_keep_nt
#define T px_tf32
#define F(name) tma_tf32_##name
#include "blas/gemm-tma.inc"
#undef T
#undef F
#define T px_e4m3
#define F(name) tma_e4m3_##name
#include "blas/gemm-tma.inc"
#undef T
#undef F
#define T px_e5m2
#define F(name) tma_e5m2_##name
#include "blas/gemm-tma.inc"
#undef T
#undef F
#undef SUM
#undef S
#undef EPILOGUES
#undef OUT
#define SUM int
#define S int
#define EPILOGUES 0
#define OUT int
#define T int8_t
#define F(name) tma_i8_##name
#include "blas/gemm-tma.inc"

typedef px_status tma_launch (const struct gemm *g, const struct gemm_cut *cut, const void *alpha, const void *a,
			      const void *b, const void *beta, const struct gemm *to, void *c, px_stream stream);

#define LAUNCHES(t, wide) \
  { \
    { t##_##wide##_nn_launch, t##_##wide##_nt_launch }, \
    { t##_##wide##_tn_launch, t##_##wide##_tt_launch } \
  }
#define LAUNCH_TN(t) \
  { \
    {}, { tma_##t##_launch } \
  }

/* The kernels.  WIDE is the rows of C of a tile, BLOCKS those of a cluster; COST the time that a
   tile takes, beside that of the others.  Functions are by type, op (A) and op (B); NULL where there is none.  */
static const struct tma_size
{
  pxblas_kernel kernel;
  int wide, blocks, cost;
  tma_launch *launch[PXBLAS_TYPES][2][2];
} tma_sizes[] = {
  { PXBLAS_KERNEL_TMA_128, 128, 1, blas_default_cost_128,
    { [PXBLAS_TYPE_H] = LAUNCHES (h, 128), [PXBLAS_TYPE_B] = LAUNCHES (b, 128), [PXBLAS_TYPE_TF32] = LAUNCH_TN (tf32),
      [PXBLAS_TYPE_I8] = LAUNCH_TN (i8), [PXBLAS_TYPE_E4M3] = LAUNCH_TN (e4m3), [PXBLAS_TYPE_E5M2] = LAUNCH_TN (e5m2) } },
  { PXBLAS_KERNEL_TMA_256, 256, 2, blas_default_cost_256, { [PXBLAS_TYPE_H] = LAUNCHES (h, 256), [PXBLAS_TYPE_B] = LAUNCHES (b, 256) } },
};

/* Those of partial sums; where there is none, the first of tma_sizes.  */
static tma_launch *const tma_parts[PXBLAS_TYPES][2][2] = { [PXBLAS_TYPE_H] = LAUNCHES (h, parts), [PXBLAS_TYPE_B] = LAUNCHES (b, parts) };

static const int tma_bytes[PXBLAS_TYPES] = { [PXBLAS_TYPE_H] = 2, [PXBLAS_TYPE_B] = 2, [PXBLAS_TYPE_TF32] = 4, [PXBLAS_TYPE_I8] = 1, [PXBLAS_TYPE_E4M3] = 1, [PXBLAS_TYPE_E5M2] = 1 };

bool
blas_gemm_tma_reaches (const struct gemm *g, pxblas_type type, int64_t k, const void *a, const void *b, const void *c)
{
  int size = tma_bytes[type], size_c = size == 2 ? 2 : 4;
  return k && g->choice.kernel != PXBLAS_KERNEL_MMA && tma_sizes[0].launch[type][g->opa == PXBLAS_T][g->opb == PXBLAS_T]
	 && blas_copies_reach (a, size, g->lda, g->stride_a, g->count) && blas_copies_reach (b, size, g->ldb, g->stride_b, g->count)
	 && blas_copies_reach (c, size_c, g->ldc, g->stride_c, g->count) && px__arch () == 90 && px__multiprocessors ();
}

px_status
blas_gemm_tma (const struct gemm *g, pxblas_type type, const void *alpha, const void *a, const void *b, const void *beta,
	       void *c, px_stream stream)
{
  const bool ta = g->opa == PXBLAS_T, tb = g->opb == PXBLAS_T;
  const struct gemm_cut whole = { .parts = 1, .part = g->k };
  int processors = px__multiprocessors ();
  /* A multiprocessor has one block, which takes its tiles one after another.  */
  const struct tma_size *best = NULL;
  int64_t least = INT64_MAX;
  for (size_t i = 0; i < sizeof tma_sizes / sizeof *tma_sizes; i++)
    {
      const struct tma_size *s = &tma_sizes[i];
      int64_t down, each, all = blas_gemm_tiles (g, s->wide, s->blocks * TMA_HIGH, &down, &each);
      int64_t clusters = processors / s->blocks, cost;
      if (!clusters || !s->launch[type][ta][tb])
	continue;
      cost = s->kernel == g->choice.kernel ? 0 : (all + clusters - 1) / clusters * s->cost;
      if (cost <= least)
	least = cost, best = s;
    }
  return blas_gemm_launched (best->kernel, best->launch[type][ta][tb] (g, &whole, alpha, a, b, beta, g, c, stream));
}

px_status
blas_gemm_tma_parts (const struct gemm *g, pxblas_type type, const struct gemm_cut *cut, const void *a, const void *b,
		     void *work, px_stream stream)
{
  static const float one = 1, zero = 0;
  static const int i_one = 1, i_zero = 0;
  const bool ta = g->opa == PXBLAS_T, tb = g->opb == PXBLAS_T;
  tma_launch *launch = tma_parts[type][ta][tb] ? tma_parts[type][ta][tb] : tma_sizes[0].launch[type][ta][tb];
  const struct gemm to = { .ldc = cut->ld, .stride_c = cut->ld * g->n, .count = g->count * cut->parts };
  return type == PXBLAS_TYPE_I8 ? launch (g, cut, &i_one, a, b, &i_zero, &to, work, stream)
			 : launch (g, cut, &one, a, b, &zero, &to, work, stream);
}
