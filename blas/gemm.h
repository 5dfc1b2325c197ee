/* SPDX-License-Identifier: MIT */
/* What the kernels and the host functions of products of matrices share (gemm.c, gemm16.c,
   gemm-tma.c).  */
#ifndef PXBLAS_GEMM_H
#define PXBLAS_GEMM_H

#include "blas/blas.h"

/* ---- Host -------------------------------------------------------------- */

/* A call of gemm, but its scalars.  Element (i, j) of C gets BIAS [i * BIAS_ROW + j * BIAS_COL]; there is
   no bias if both are 0.  */
struct gemm
{
  pxblas_op opa, opb;
  int64_t m, n, k, lda, stride_a, ldb, stride_b, ldc, stride_c, count;
  pxblas_activation activation;
  const void *bias;
  int64_t bias_row, bias_col;
};

/* Makes G what OPTIONS say, which may be NULL.  Returns PX_OK, or the status of the function F if they have
   what does not exist; no kernel is the last one then.  */
px_status blas_gemm_options (const char *f, struct gemm *g, const pxblas_gemm_options *options);

/* Returns PX_OK, or the status of the function F, whose call G is, of elements of SIZE bytes, can not
   be done as it is; with READS, A and B are read.  */
px_status blas_gemm_refused (const char *f, const struct gemm *g, size_t size, const void *a,
			     const void *b, const void *c, bool reads);

/* How many tiles of TM x TN, in all and, in *DOWN, along a column, in *EACH, in a matrix, the
   results of G have.  */
int64_t blas_gemm_tiles (const struct gemm *g, int tm, int tn, int64_t *down, int64_t *each);

/* The smallest tile of any kernel.  */
enum
{
  BLAS_GEMM_SIDE = 64
};

/* Makes KERNEL what pxblas_gemm_kernel returns to this thread, if S, the launch's status, is PX_OK.
   Returns S.  */
px_status blas_gemm_launched (pxblas_kernel kernel, px_status s);

/* Requires that G, its scalars and arrays are right and that C has elements.  If this thread's
   device is of sm_90, A and B are read and tensor copies reach all, launches a kernel of
   gemm-tma.c, of bf16 or half, stores its status in *STATUS and returns true.  Otherwise does
   nothing and returns false.  */
bool blas_gemm_tma (const struct gemm *g, bool bf16, float alpha, const void *a, const void *b,
		    float beta, void *c, px_stream stream, px_status *status);

/* Within HOST: launches KERNEL, of KIND, elements T and tiles of TM x TN, with more arguments: those of an
   epilogue, if it has one.  */
#define EPILOGUE_OF(T) \
  (const T *) g->bias, (int) g->bias_row, (int) g->bias_col, (int) g->activation
#define LAUNCH(KIND, KERNEL, T, TM, TN, ...) \
  (count = blas_gemm_tiles (g, TM, TN, &down, &each), \
   blas_gemm_launched (KIND, \
		       px_launch (px_with_stream (px_grid (count, BLAS_THREADS), stream), KERNEL, \
				  g->m, g->n, alpha == 0 ? 0 : g->k, down, each, g->k ? alpha : 0, \
				  (const T *) a, g->lda, g->stride_a, g->opa == PXBLAS_T, \
				  (const T *) b, g->ldb, g->stride_b, g->opb == PXBLAS_T, beta, \
				  (T *) c, g->ldc, g->count > 1 ? g->stride_c : g->ldc * g->n, \
				  ##__VA_ARGS__)))

#define GEMM_CALL(A, B, C, COUNT) \
  { \
    .opa = opa, .opb = opb, .m = m, .n = n, .k = k, .lda = lda, .stride_a = A, .ldb = ldb, \
    .stride_b = B, .ldc = ldc, .stride_c = C, .count = COUNT \
  }

/* The host functions with the letter t, of elements T and scalars S.  CHOICE launches the kernel.  */
#define HOST(t, T, S, CHOICE) \
  static px_status t##_multiply (const char *f, const struct gemm *g, S alpha, const T *a, \
				 const T *b, S beta, T *c, px_stream stream) \
  { \
    blas_gemm_launched (PXBLAS_KERNEL_NONE, PX_OK); \
    px_status s = blas_gemm_refused (f, g, sizeof *a, a, b, c, alpha != 0); \
    if (s || !g->m || !g->n || !g->count \
	|| ((alpha == 0 || !g->k) && beta == 1 && !g->bias && !g->activation)) \
      return s; \
    int64_t count, down, each; \
    return CHOICE; \
  } \
\
  PXBLAS_EXPORT px_status pxblas_##t##gemm (pxblas_op opa, pxblas_op opb, int64_t m, int64_t n, \
					    int64_t k, S alpha, const T *a, int64_t lda, \
					    const T *b, int64_t ldb, S beta, T *c, int64_t ldc, \
					    px_stream stream) \
  { \
    const struct gemm g = GEMM_CALL (0, 0, 0, 1); \
    return t##_multiply ("pxblas_" #t "gemm", &g, alpha, a, b, beta, c, stream); \
  } \
\
  PXBLAS_EXPORT px_status pxblas_##t##gemm_batched (pxblas_op opa, pxblas_op opb, int64_t m, \
						    int64_t n, int64_t k, S alpha, const T *a, \
						    int64_t lda, int64_t stride_a, const T *b, \
						    int64_t ldb, int64_t stride_b, S beta, T *c, \
						    int64_t ldc, int64_t stride_c, int64_t count, \
						    px_stream stream) \
  { \
    const struct gemm g = GEMM_CALL (stride_a, stride_b, stride_c, count); \
    return t##_multiply ("pxblas_" #t "gemm_batched", &g, alpha, a, b, beta, c, stream); \
  }

/* The function with options.  */
#define HOST_OPTIONS(t, T, S) \
  PXBLAS_EXPORT px_status pxblas_##t##gemm_options (pxblas_op opa, pxblas_op opb, int64_t m, \
						    int64_t n, int64_t k, S alpha, const T *a, \
						    int64_t lda, int64_t stride_a, const T *b, \
						    int64_t ldb, int64_t stride_b, S beta, T *c, \
						    int64_t ldc, int64_t stride_c, int64_t count, \
						    const pxblas_gemm_options *options, \
						    px_stream stream) \
  { \
    struct gemm g = GEMM_CALL (stride_a, stride_b, stride_c, count); \
    px_status s = blas_gemm_options ("pxblas_" #t "gemm_options", &g, options); \
    return s ? s : t##_multiply ("pxblas_" #t "gemm_options", &g, alpha, a, b, beta, c, stream); \
  }

/* ---- Kernels ----------------------------------------------------------- */

/* GELU is in its form with tanh, x / (1 + exp (-2 u)) for u = sqrt (2 / pi) (x + 0.044715 x^3); the
   constants are those of 2^(-2 u log2 e).  */
__device static inline float
blas_gelu (float x)
{
  return x * px_fast_rcp (1 + px_fast_exp2 (x * (-2.302208198f - 0.1029432397f * (x * x))));
}
__device static inline float
blas_relu (float x)
{
  return x < 0 ? 0 : x;
}

/* In kernels with the parameters BIAS, BIAS_ROW, BIAS_COL and ACTIVATION: the epilogue of element (I, J),
   which is X without it.  FLOAT (e) is the float of an element.  */
#define EPILOGUE(X, FLOAT, I, J) \
  { \
    if (bias) \
      X += FLOAT (bias[bias_row * (I) + bias_col * (J)]); \
    if (activation == PXBLAS_RELU) \
      X = blas_relu (X); \
    else if (activation == PXBLAS_GELU) \
      X = blas_gelu (X); \
  }

/* The includer defines PAD, the elements of shared memory after each row of a tile; VALUE (x), the number
   in an element; T, TM, TN and STEP as gemm.inc has them.  K is along what is summed, a side along
   rows of C for A and columns of C for B.  */

/* Where a thread's element I of a tile is loaded from: if the tile's K are neighbours in memory,
   threads that are neighbours take neighbours along k, else along the other side.  */
#define ALONG_K(i) t % STEP, t / STEP + (i) * (BLAS_THREADS / STEP)
#define ALONG_SIDE(i, SIDE) t / (SIDE) + (i) * (BLAS_THREADS / (SIDE)), t % (SIDE)

/* x = M[ADDRESS], which is element R of k P; the last for R beyond LAST, and 0 for P from k on.  */
#define LOAD_1(x, M, LD, FROM, LAST, ADDRESS, P, R) \
  { \
    int p = from_k + (P), r = FROM + (R); \
    r = r < (LAST) ? r : (LAST); \
    VALUE (x) = p < k ? VALUE (M[ADDRESS]) : 0; \
  }
#define LOAD_2(...) LOAD_1 (__VA_ARGS__)
#define LOAD(x, N, M, LD, FROM, LAST, SIDE, K_FIRST) \
  if (K_FIRST) \
  _Pragma ("GCC unroll 16") for (int i = 0; i < (N); i++) \
    LOAD_2 (x[i], M, LD, FROM, LAST, p + r * (LD), \
	    ALONG_K (i)) else _Pragma ("GCC unroll 16") for (int i = 0; i < (N); i++) \
      LOAD_2 (x[i], M, LD, FROM, LAST, r + p * (LD), ALONG_SIDE (i, SIDE))

/* The loads of the tiles of step K0 to registers.  */
#define FETCH(K0) \
  { \
    int from_k = (K0); \
    __group (thread, 1) \
    { \
      LOAD (x, TM *STEP / BLAS_THREADS, az, lda, row, m - 1, TM, a_turned) \
      LOAD (y, TN *STEP / BLAS_THREADS, bz, ldb, col, n - 1, TN, !b_turned) \
    } \
  }

/* Where element R of k P is in a tile: by k, or by the side.  */
#define BY_K_1(SIDE, P, R) ((P) * ((SIDE) + PAD) + (R))
#define BY_SIDE_1(SIDE, P, R) ((R) * (STEP + PAD) + (P))
#define BY_K(...) BY_K_1 (__VA_ARGS__)
#define BY_SIDE(...) BY_SIDE_1 (__VA_ARGS__)

/* From registers to a tile, where LOAD has read them.  The address is one expression for both
   cases, K_FIRST 0 or 1, which px proves apart.  */
#define PLACE(TILE, BY, SIDE, x, K_FIRST) \
  _Pragma ("GCC unroll 16") for (int i = 0; i < (SIDE) *STEP / BLAS_THREADS; i++) \
    __partition (thread, 1, \
		 T *to = &TILE[0][0] \
			 + ((K_FIRST) *BY (SIDE, ALONG_K (i)) \
			    + (1 - (K_FIRST)) * BY (SIDE, ALONG_SIDE (i, SIDE)))) *to \
    = x[i];

#endif
