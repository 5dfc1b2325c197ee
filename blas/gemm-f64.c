/* SPDX-License-Identifier: MIT */
/* Products of matrices of double (px/blas.h), by tensor cores.  */
#include "blas/gemm.h"

/* A row of a tile is 128 bytes, as wide as shared memory.  Fragments hold PART of a step, for which
   there are registers.  C goes through shared memory by HALF columns, which no device of sm_80 and up
   lacks the memory for (99 KiB).  */
#define STEP 16
#define PART 8
#define SLOTS 2
#define HALF 64

/* Where element K of row SIDE is in a tile.  Sixteen threads access shared memory at a time (8 bytes each);
   here they take 4 k of 4 rows.  With rows turned by 4 each, and by one more every 4, these lie in 16
   different places of 8 bytes.  */
#define AT(SIDE, K) (STEP * (SIDE) + (4 * (SIDE) + (SIDE) / 4 + (K)) % STEP)

/* Which element of a tile a thread's copy I is: a warp takes 4 k of 8 rows, whole sectors of 32 bytes
   whichever of both are neighbours in memory.  */
#define COPY_K (t % 4 + t / 32 % 4 * 4)
#define COPY_SIDE(i) (t % 32 / 4 + t / 128 * 8 + 16 * (i))

/* The copies to a tile TO of ROWS rows, of the step that begins at FROM_K, of M, whose side has SIZE numbers, and whose
   elements are K_LD and SIDE_LD apart.  What is beyond M is 0, and not read.  */
#define COPIES(TO, ROWS, M, K_LD, SIDE_LD, FROM, SIZE) \
  { \
    const double *from = (M) + (from_k + COPY_K) * (K_LD) + (FROM + COPY_SIDE (0)) * (SIDE_LD); \
    _Pragma ("GCC unroll 8") for (int i = 0; i < (ROWS) / 16; i++) \
    { \
      bool in = from_k + COPY_K < k && FROM + COPY_SIDE (i) < (SIZE); \
      px_cp_async_zero (TO + AT (COPY_SIDE (i), COPY_K), in ? from : (M), 8, in ? 8 : 0); \
      from += 16 * (SIDE_LD); \
    } \
  }

/* The tiles of step NUMBER to slot SLOT.  */
#define FILL_1(SLOT, ...) __async (double *to = SLOT) __group (thread, 1) COPIES (to, __VA_ARGS__)
#define FILL(SLOT, NUMBER) \
  { \
    int from_k = STEP * (NUMBER); \
    FILL_1 (as[SLOT], TM, az, a_turned ? 1 : lda, a_turned ? lda : 1, row, m) \
    FILL_1 (bs[SLOT], TN, bz, b_turned ? ldb : 1, b_turned ? 1 : ldb, col, n) \
  }

/* Large tiles, for matrices with enough of them for each multiprocessor: 64 sums a thread, of which a
   warp reads least of shared memory for each product; small ones.  */
#define F(name) d_large_##name
#define TM 128
#define TN 128
#define WM 64
#define WN 32
#include "blas/gemm-f64.inc"
#define F(name) d_##name
#define TM 64
#define TN 64
#define WM 16
#define WN 32
#include "blas/gemm-f64.inc"

HOST (d, PXBLAS_TYPE_D, double, double, double,
      LAUNCH_CUT (PXBLAS_KERNEL_MMA, d_gemm, double, double, blas_gemm_join_d, 64, 64,
		  blas_gemm_large (g, PXBLAS_KERNEL_MMA, PXBLAS_KERNEL_MMA_128)
		    ? LAUNCH (PXBLAS_KERNEL_MMA_128, d_large_gemm, double, double, 128, 128)
		    : LAUNCH (PXBLAS_KERNEL_MMA, d_gemm, double, double, 64, 64)))
#undef STEP
#undef PART
#undef SLOTS
#undef HALF
#undef AT
