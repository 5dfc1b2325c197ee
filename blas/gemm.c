/* SPDX-License-Identifier: MIT */
/* Products of matrices: gemm, gemm_batched (px/blas.h).  */
#include "blas/blas.h"

/* Elements of shared memory after each row of a tile: what is stored transposed meets fewer
   banks twice, and rows stay aligned to 16 bytes.  */
#define PAD 4

/* Where a thread's element I of a tile is loaded from: if the tile's K are neighbours in memory,
   threads that are neighbours take neighbours along k, else along the other side.  */
#define ALONG_K(i) t % STEP, t / STEP + (i) * (BLAS_THREADS / STEP)
#define ALONG_SIDE(i, SIDE) t / (SIDE) + (i) * (BLAS_THREADS / (SIDE)), t % (SIDE)

/* X[I] = element of row P, column R of M as it is stored, or with the two exchanged; R is at most
   LAST, and the element 0 if there is no P.  */
#define LOAD_1(x, M, LD, FROM, LAST, ADDRESS, P, R) \
  { \
    int p = from_k + (P), r = FROM + (R); \
    r = r < (LAST) ? r : (LAST); \
    x = p < k ? M[ADDRESS] : 0; \
  }
#define LOAD_2(...) LOAD_1 (__VA_ARGS__)
#define LOAD(x, N, M, LD, FROM, LAST, SIDE, K_FIRST) \
  if (K_FIRST) \
    _Pragma ("GCC unroll 16") for (int i = 0; i < (N); i++) \
      LOAD_2 (x[i], M, LD, FROM, LAST, p + r * (LD), ALONG_K (i)) \
  else \
    _Pragma ("GCC unroll 16") for (int i = 0; i < (N); i++) \
      LOAD_2 (x[i], M, LD, FROM, LAST, r + p * (LD), ALONG_SIDE (i, SIDE))

/* The loads of the tiles of step K0 to registers.  */
#define FETCH(K0) \
  { \
    int from_k = (K0); \
    __group (thread, 1) \
      { \
	LOAD (x, F (AT), az, lda, row, m - 1, TM, a_turned) \
	LOAD (y, F (BT), bz, ldb, col, n - 1, TN, !b_turned) \
      } \
  }

/* From registers to a tile, where LOAD has read them.  The address is one expression for both
   cases, K_FIRST 0 or 1, which px proves apart.  */
#define AT_1(SIDE, P, R) ((P) * ((SIDE) + PAD) + (R))
#define AT_2(...) AT_1 (__VA_ARGS__)
#define PLACE(TILE, SIDE, x, N, K_FIRST) \
  _Pragma ("GCC unroll 16") for (int i = 0; i < (N); i++) \
    __partition (thread, 1, T *w = &TILE[0][0] + ((K_FIRST) * AT_2 (SIDE, ALONG_K (i)) + (1 - (K_FIRST)) * AT_2 (SIDE, ALONG_SIDE (i, SIDE)))) \
      *w = x[i];

/* The sums of ks FROM to TO - 1 of a step.  */
#define MULTIPLY(FROM, TO) \
  __group (thread, 1) \
    for (int j = FROM; j < TO; j++) \
      for (int s = 0; s < RN; s++) \
	for (int r = 0; r < RM; r++) \
	  sum[s][r] += as[j][ROW (r)] * bs[j][COL (s)];

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
#include "blas/gemm.inc"
#define F(name) s_##name
#define TM 64
#define TN 64
#define RM 4
#define RN 4
#define STEP 16
#include "blas/gemm.inc"
#undef T
#define T double
#define F(name) d_##name
#define TM 64
#define TN 64
#define RM 4
#define RN 4
#define STEP 16
#include "blas/gemm.inc"
#undef T
#define LARGE 128
#define SMALL 64

/* How many tiles of SIDE x SIDE, in all and along a column, COUNT matrices of M x N have.  */
static int64_t
tiles (int64_t m, int64_t n, int64_t count, int side, int64_t *down, int64_t *each)
{
  *down = (m + side - 1) / side;
  *each = *down * ((n + side - 1) / side);
  int64_t all;
  return __builtin_mul_overflow (*each, count, &all) ? INT64_MAX : all;
}

/* A call of gemm, but its scalars.  */
struct gemm
{
  pxblas_op opa, opb;
  int64_t m, n, k, lda, stride_a, ldb, stride_b, ldc, stride_c, count;
};

/* Returns what is wrong with G, of elements of SIZE bytes.  */
static px_status
gemm_refused (const char *f, const struct gemm *g, size_t size, const void *a, const void *b, const void *c,
	 bool reads)
{
  bool na = g->opa == PXBLAS_N, nb = g->opb == PXBLAS_N;
  int64_t rows_a = na ? g->m : g->k, rows_b = nb ? g->k : g->n;
  if ((!na && g->opa != PXBLAS_T) || (!nb && g->opb != PXBLAS_T))
    return px__fail (PX_ERR_INVALID, "%s: an operation is neither PXBLAS_N nor PXBLAS_T", f);
  if (blas_bad_size (f, "m", g->m, BLAS_MOST_DIM) || blas_bad_size (f, "n", g->n, BLAS_MOST_DIM)
      || blas_bad_size (f, "k", g->k, BLAS_MOST_DIM)
      || blas_bad_size (f, "count", g->count, BLAS_MOST_DIM) || blas_bad_ld (f, "lda", g->lda, rows_a)
      || blas_bad_ld (f, "ldb", g->ldb, rows_b) || blas_bad_ld (f, "ldc", g->ldc, g->m))
    return PX_ERR_INVALID;
  if (g->count > 1)
    {
      int64_t least;
      if (blas_bad_size (f, "stride_a", g->stride_a, INT64_MAX)
	  || blas_bad_size (f, "stride_b", g->stride_b, INT64_MAX))
	return PX_ERR_INVALID;
      if (__builtin_mul_overflow (g->ldc, g->n, &least) || g->stride_c < least)
	return px__fail (PX_ERR_INVALID, "%s: stride_c is %lld, less than ldc n", f,
			 (long long) g->stride_c);
    }
  int64_t down, each;
  if (tiles (g->m, g->n, g->count, SMALL, &down, &each) > BLAS_MOST_BLOCKS)
    return px__fail (PX_ERR_INVALID, "%s: the results have more than %d tiles of %d x %d", f,
		     BLAS_MOST_BLOCKS, SMALL, SMALL);
  int64_t read = reads && g->m && g->n ? g->count : 0;
  const struct blas_array arrays[] = {
    { "a", a, rows_a, na ? g->k : g->m, g->lda, read, g->stride_a, size, false },
    { "b", b, rows_b, nb ? g->n : g->k, g->ldb, read, g->stride_b, size, false },
    { "c", c, g->m, g->n, g->ldc, g->count, g->stride_c, size, true },
  };
  return blas_refused (f, 3, arrays);
}

#define LAUNCH(KERNEL, SIDE) \
  (count = tiles (g->m, g->n, g->count, SIDE, &down, &each), \
   px_launch (px_with_stream (px_grid (count, BLAS_THREADS), stream), KERNEL, g->m, g->n, \
	      alpha == 0 ? 0 : g->k, down, each, g->k ? alpha : 0, a, g->lda, g->stride_a, g->opa == PXBLAS_T, b, \
	      g->ldb, g->stride_b, g->opb == PXBLAS_T, beta, c, g->ldc, \
	      g->count > 1 ? g->stride_c : g->ldc * g->n))

/* The host functions of type T, with the letter t.  CHOICE launches the kernel.  */
#define HOST(T, t, CHOICE) \
  static px_status \
  t##_multiply (const char *f, const struct gemm *g, T alpha, const T *a, const T *b, T beta, T *c, \
		px_stream stream) \
  { \
    px_status s = gemm_refused (f, g, sizeof *a, a, b, c, alpha != 0); \
    if (s || !g->m || !g->n || !g->count || ((alpha == 0 || !g->k) && beta == 1)) \
      return s; \
    int64_t count, down, each; \
    return CHOICE; \
  } \
\
  PXBLAS_EXPORT px_status pxblas_##t##gemm (pxblas_op opa, pxblas_op opb, int64_t m, int64_t n, \
					    int64_t k, T alpha, const T *a, int64_t lda, const T *b, \
					    int64_t ldb, T beta, T *c, int64_t ldc, px_stream stream) \
  { \
    const struct gemm g = { opa, opb, m, n, k, lda, 0, ldb, 0, ldc, 0, 1 }; \
    return t##_multiply ("pxblas_" #t "gemm", &g, alpha, a, b, beta, c, stream); \
  } \
\
  PXBLAS_EXPORT px_status pxblas_##t##gemm_batched ( \
    pxblas_op opa, pxblas_op opb, int64_t m, int64_t n, int64_t k, T alpha, const T *a, int64_t lda, \
    int64_t stride_a, const T *b, int64_t ldb, int64_t stride_b, T beta, T *c, int64_t ldc, \
    int64_t stride_c, int64_t count, px_stream stream) \
  { \
    const struct gemm g = { opa, opb, m, n, k, lda, stride_a, ldb, stride_b, ldc, stride_c, count }; \
    return t##_multiply ("pxblas_" #t "gemm_batched", &g, alpha, a, b, beta, c, stream); \
  }

HOST (float, s,
      tiles (g->m, g->n, g->count, LARGE, &down, &each) >= blas_multiprocessors ()
	? LAUNCH (s_large_gemm, LARGE)
	: LAUNCH (s_gemm, SMALL))
HOST (double, d, LAUNCH (d_gemm, SMALL))
