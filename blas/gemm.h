/* SPDX-License-Identifier: MIT */
/* What the kernels and the host functions of products of matrices share (gemm.c, gemm16.c,
   gemm-tma.c).  */
#ifndef PXBLAS_GEMM_H
#define PXBLAS_GEMM_H

#include "blas/blas.h"

/* ---- Host -------------------------------------------------------------- */

/* What is to do a product: KERNEL, where it can, or PXBLAS_KERNEL_NONE, and PARTS along k, or 0: what the library finds best.  */
struct gemm_choice
{
  pxblas_kernel kernel;
  int parts;
};

enum
{
#define BLAS_DEFAULT(name, value) blas_default_##name = value,
#include "blas/choices.def"
#undef BLAS_DEFAULT
  BLAS_MOST_PARTS = 256,
};

/* A call of gemm, but its scalars.  Element (i, j) of C gets BIAS [i * BIAS_ROW + j * BIAS_COL]; there is
   no bias if both are 0.  */
struct gemm
{
  pxblas_op opa, opb;
  int64_t m, n, k, lda, stride_a, ldb, stride_b, ldc, stride_c, count;
  pxblas_activation activation;
  const void *bias;
  int64_t bias_row, bias_col;
  struct gemm_choice choice;
};

/* Returns the choice for G, of TYPE: that of pxblas_gemm_choose, or of a table; zeros if there is none.  */
struct gemm_choice blas_gemm_choice (pxblas_type type, const struct gemm *g);

/* Returns whether the kernel LARGE, of tiles of 128 x 128, is to do G, or SMALL: which G's choice names, or where there are
   enough tiles for each multiprocessor.  */
bool blas_gemm_large (const struct gemm *g, pxblas_kernel small, pxblas_kernel large);

/* Makes G what OPTIONS say, which may be NULL.  Returns PX_OK, or the status of the function F if they have
   what does not exist; no kernel is the last one then.  */
px_status blas_gemm_options (const char *f, struct gemm *g, const pxblas_gemm_options *options);

/* Returns PX_OK, or the status of the function F, whose call G is, of elements of SIZE bytes, in C of SIZE_C,
   if it can not be done as it is; with READS, A and B are read.  */
px_status blas_gemm_refused (const char *f, const struct gemm *g, size_t size, size_t size_c,
			     const void *a, const void *b, const void *c, bool reads);

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

/* A product that is cut along k: PARTS parts of PART ks each, the last of 1 to PART.  Their sums are in a
   workspace, whose matrices follow each other, and are added up in the order of the parts (gemm-join.c).  */
struct gemm_cut
{
  int parts;
  int64_t part,
    ld; /* of the workspace's matrices, elements: the columns begin at multiples of 16 bytes */
};

/* Sets CUT to how a product is cut whose blocks have tiles of TM x TN, where BLOCKS of them fill a device, and returns
   true; or to one part of K, and returns false, if it is not.  Asks the sizes alone, so that sums are the same on all
   devices.  */
bool blas_gemm_cut (const struct gemm *g, int64_t k, int blocks, int tm, int tn,
		    struct gemm_cut *cut);

/* Returns memory for the partial sums, of SIZE bytes each, in the order of STREAM, or NULL, and the last
   status is why.  */
void *blas_gemm_workspace (const struct gemm *g, const struct gemm_cut *cut, size_t size,
			   px_stream stream);

/* Frees it in the order of STREAM.  Returns S, if that is not PX_OK, or what freeing it returns; makes KERNEL,
   CUT and the memory what pxblas_gemm_kernel and so on return, if that is PX_OK.  */
px_status blas_gemm_joined (pxblas_kernel kernel, const struct gemm *g, const struct gemm_cut *cut,
			    size_t size, void *workspace, px_status s, px_stream stream);

/* Products for kernels of lists: COUNT of them at PROBLEM; or, where this is NULL, of one shape, SAME, with matrices that the
   elements of A, B and C lead to.  */
struct gemm_list
{
  long count;
  const pxblas_gemm_problem *problem;
  const void *const *a, *const *b;
  void *const *c;
  pxblas_gemm_problem same;
};

/* The same as blas_gemm_refused for lists, of which nothing is read here: the arrays of L, which is GROUPED or of one
   shape, are memory, and this shape is right.  On success *BLOCKS is how many blocks take part, each for tiles of TM x TN; 0 if there are none.  */
px_status blas_gemm_list_refused (const char *f, const struct gemm *g, const struct gemm_list *l, bool grouped, int tm,
				  int tn, int *blocks);

/* For G: C = ALPHA times the sum of the partial sums at W + BETA C, and its epilogue, if it can have one.  */
px_status blas_gemm_join_s (const struct gemm *g, const struct gemm_cut *cut, float alpha,
			    const float *w, float beta, void *c, px_stream stream);
px_status blas_gemm_join_d (const struct gemm *g, const struct gemm_cut *cut, double alpha,
			    const double *w, double beta, void *c, px_stream stream);
px_status blas_gemm_join_h (const struct gemm *g, const struct gemm_cut *cut, float alpha,
			    const float *w, float beta, void *c, px_stream stream);
px_status blas_gemm_join_b (const struct gemm *g, const struct gemm_cut *cut, float alpha,
			    const float *w, float beta, void *c, px_stream stream);

px_status blas_gemm_join_i (const struct gemm *g, const struct gemm_cut *cut, unsigned alpha,
			    const unsigned *w, unsigned beta, void *c, px_stream stream);

/* Returns whether a kernel of gemm-tma.c can do G, which is right and has K products to sum and elements: this thread's
   device is of sm_90, and tensor copies reach A, B and C.  */
bool blas_gemm_tma_reaches (const struct gemm *g, pxblas_type type, int64_t k, const void *a,
			    const void *b, const void *c);

/* Requires this.  Launches one of them; the second for the parts of CUT, to WORK.  ALPHA and BETA lead to scalars of the
   type.  */
px_status blas_gemm_tma (const struct gemm *g, pxblas_type type, const void *alpha, const void *a,
			 const void *b, const void *beta, void *c, px_stream stream);
px_status blas_gemm_tma_parts (const struct gemm *g, pxblas_type type, const struct gemm_cut *cut,
			       const void *a, const void *b, void *work, px_stream stream);

/* The arguments of G's epilogue, of elements T.  */
#define EPILOGUE_OF(T, G) \
  (const T *) (G)->bias, (int) (G)->bias_row, (int) (G)->bias_col, (int) (G)->activation

/* Within HOST: launches KERNEL, of elements T and tiles of TM x TN, for PARTS parts of PART of DEPTH; more arguments
   are those from beta on.  */
#define LAUNCH_PARTS(KERNEL, T, TM, TN, DEPTH, PARTS, PART, ALPHA, ...) \
  (count = blas_gemm_tiles (g, TM, TN, &down, &each), \
   px_launch (px_with_stream (px_grid (count * (PARTS), BLAS_THREADS), stream), KERNEL, g->m, \
	      g->n, DEPTH, PARTS, PART, down, each, ALPHA, (const T *) a, g->lda, g->stride_a, \
	      g->opa == PXBLAS_T, (const T *) b, g->ldb, g->stride_b, g->opb == PXBLAS_T, \
	      __VA_ARGS__))

/* Within HOST: launches KERNEL, of KIND, for the whole product; C has elements U.  */
#define LAUNCH(KIND, KERNEL, T, U, TM, TN) \
  blas_gemm_launched (KIND, \
		      LAUNCH_PARTS (KERNEL, T, TM, TN, depth, 1, depth, g->k ? alpha : 0, beta, \
				    (U *) c, g->ldc, g->count > 1 ? g->stride_c : g->ldc * g->n, \
				    EPILOGUE_OF (U, g)))

/* Within HOST: where the product is to be cut, launches PARTS, whose partial sums at WORK are W, and JOIN; or else does
   WHOLE.  Where tensor copies reach all, kernels of gemm-tma.c do both.  */
#define LAUNCH_IN_PARTS(KIND, W, JOIN, BLOCKS, TM, TN, PARTS, WHOLE) \
  !blas_gemm_cut (g, depth, BLOCKS, TM, TN, &cut) ? WHOLE \
  : !(work = blas_gemm_workspace (g, &cut, sizeof (W), stream)) \
    ? px_last_status () \
    : blas_gemm_joined (KIND, g, &cut, sizeof (W), work, \
			(s = PARTS) ? s : JOIN (g, &cut, alpha, work, beta, c, stream), stream)
#define LAUNCH_CUT(KIND, KERNEL, T, W, JOIN, TM, TN, WHOLE) \
  LAUNCH_IN_PARTS (KIND, W, JOIN, blas_default_cut_blocks, TM, TN, \
		   LAUNCH_PARTS (KERNEL, T, TM, TN, depth, cut.parts, cut.part, 1, 0, (W *) work, \
				 cut.ld, cut.ld * g->n, (const W *) NULL, 0, 0, 0), \
		   WHOLE)
#define LAUNCH_TMA(TYPE, W, JOIN, OTHERWISE) \
  blas_gemm_tma_reaches (g, TYPE, depth, a, b, c) \
    ? (LAUNCH_IN_PARTS (PXBLAS_KERNEL_TMA_128, W, JOIN, blas_default_cut_blocks_tma, 128, 128, \
			blas_gemm_tma_parts (g, TYPE, &cut, a, b, work, stream), \
			blas_gemm_tma (g, TYPE, &alpha, a, b, &beta, c, stream))) \
    : (OTHERWISE)

#define GEMM_CALL(A, B, C, COUNT) \
  { \
    .opa = opa, .opb = opb, .m = m, .n = n, .k = k, .lda = lda, .stride_a = A, .ldb = ldb, \
    .stride_b = B, .ldc = ldc, .stride_c = C, .count = COUNT \
  }

/* The host functions with the letters t, of TYPE, of elements T, of C elements U, and scalars S.  CHOICE launches the kernel,
   whose sums are of DEPTH products, and is a status.  */
#define HOST(t, TYPE, T, U, S, CHOICE) \
  static px_status t##_multiply (const char *f, struct gemm *g, S alpha, const T *a, const T *b, \
				 S beta, U *c, px_stream stream) \
  { \
    blas_gemm_launched (PXBLAS_KERNEL_NONE, PX_OK); \
    px_status s = blas_gemm_refused (f, g, sizeof *a, sizeof *c, a, b, c, alpha != 0); \
    if (s || !g->m || !g->n || !g->count \
	|| ((alpha == 0 || !g->k) && beta == 1 && !g->bias && !g->activation)) \
      return s; \
    int64_t count, down, each, depth = alpha == 0 ? 0 : g->k; \
    g->choice = blas_gemm_choice (TYPE, g); \
    struct gemm_cut cut; \
    void *work; \
    return CHOICE; \
  } \
\
  PXBLAS_EXPORT px_status pxblas_##t##gemm (pxblas_op opa, pxblas_op opb, int64_t m, int64_t n, \
					    int64_t k, S alpha, const T *a, int64_t lda, \
					    const T *b, int64_t ldb, S beta, U *c, int64_t ldc, \
					    px_stream stream) \
  { \
    struct gemm g = GEMM_CALL (0, 0, 0, 1); \
    return t##_multiply ("pxblas_" #t "gemm", &g, alpha, a, b, beta, c, stream); \
  } \
\
  PXBLAS_EXPORT px_status pxblas_##t##gemm_batched (pxblas_op opa, pxblas_op opb, int64_t m, \
						    int64_t n, int64_t k, S alpha, const T *a, \
						    int64_t lda, int64_t stride_a, const T *b, \
						    int64_t ldb, int64_t stride_b, S beta, U *c, \
						    int64_t ldc, int64_t stride_c, int64_t count, \
						    px_stream stream) \
  { \
    struct gemm g = GEMM_CALL (stride_a, stride_b, stride_c, count); \
    return t##_multiply ("pxblas_" #t "gemm_batched", &g, alpha, a, b, beta, c, stream); \
  }

/* The function with options.  */
#define HOST_OPTIONS(t, T, U, S) \
  PXBLAS_EXPORT px_status pxblas_##t##gemm_options (pxblas_op opa, pxblas_op opb, int64_t m, \
						    int64_t n, int64_t k, S alpha, const T *a, \
						    int64_t lda, int64_t stride_a, const T *b, \
						    int64_t ldb, int64_t stride_b, S beta, U *c, \
						    int64_t ldc, int64_t stride_c, int64_t count, \
						    const pxblas_gemm_options *options, \
						    px_stream stream) \
  { \
    struct gemm g = GEMM_CALL (stride_a, stride_b, stride_c, count); \
    px_status s = blas_gemm_options ("pxblas_" #t "gemm_options", &g, options); \
    return s ? s : t##_multiply ("pxblas_" #t "gemm_options", &g, alpha, a, b, beta, c, stream); \
  }

/* The functions of lists, done by KERNEL, of KIND and tiles of TM x TN.  */
#define HOST_LISTS(t, T, U, S, KIND, KERNEL, TM, TN) \
  static px_status t##_multiply_list (const char *f, const struct gemm *g, struct gemm_list l, bool grouped, S alpha, \
				      S beta, px_stream stream) \
  { \
    int blocks; \
    blas_gemm_launched (PXBLAS_KERNEL_NONE, PX_OK); \
    px_status s = blas_gemm_list_refused (f, g, &l, grouped, TM, TN, &blocks); \
    if (s || !blocks || ((alpha == 0 || (!grouped && !g->k)) && beta == 1)) \
      return s; \
    return blas_gemm_launched (KIND, px_launch (px_with_stream (px_grid (blocks, BLAS_THREADS), stream), KERNEL, \
						l, blocks, alpha, g->opa == PXBLAS_T, g->opb == PXBLAS_T, beta)); \
  } \
\
  PXBLAS_EXPORT px_status pxblas_##t##gemm_pointers (pxblas_op opa, pxblas_op opb, int64_t m, int64_t n, int64_t k, \
						     S alpha, const T *const *a, int64_t lda, const T *const *b, \
						     int64_t ldb, S beta, U *const *c, int64_t ldc, int64_t count, \
						     px_stream stream) \
  { \
    struct gemm g = GEMM_CALL (0, 0, 0, count); \
    struct gemm_list l = { count, NULL, (const void *const *) a, (const void *const *) b, (void *const *) c, \
			   { m, n, alpha == 0 ? 0 : k, NULL, lda, NULL, ldb, NULL, ldc } }; \
    return t##_multiply_list ("pxblas_" #t "gemm_pointers", &g, l, false, alpha, beta, stream); \
  } \
\
  PXBLAS_EXPORT px_status pxblas_##t##gemm_grouped (pxblas_op opa, pxblas_op opb, S alpha, S beta, \
						    const pxblas_gemm_problem *problems, int64_t count, \
						    px_stream stream) \
  { \
    struct gemm g = { .opa = opa, .opb = opb, .lda = 1, .ldb = 1, .ldc = 1, .count = count }; \
    struct gemm_list l = { .count = count, .problem = problems }; \
    return t##_multiply_list ("pxblas_" #t "gemm_grouped", &g, l, true, alpha, beta, stream); \
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

/* The same where there are no options.  */
#define NO_EPILOGUE(X, I, J) (void) bias, (void) bias_row, (void) bias_col, (void) activation;

/* In kernels with the parameters M, N, DEPTH, PARTS, PART, DOWN, EACH, A, LDA, A_NEXT, A_TURNED and so on: the block's
   product and part of k, z, the corner (row, col) of its tile, and the k from FROM on that it sums.  */
#define BLOCKS_TILE(TM, TN) \
  int tile __perspective (block, 1) = px_id (block); \
  int z __perspective (block, 1) = tile / each; \
  int row __perspective (block, 1) = tile % each % down * (TM); \
  int col __perspective (block, 1) = tile % each / down * (TN); \
  int from __perspective (block, 1) = z % parts * part; \
  int k __perspective (block, 1) = depth - from < part ? depth - from : part;
#define PART_OF_A (a + z / parts * a_next + from * (a_turned ? 1 : lda))
#define PART_OF_B (b + z / parts * b_next + from * (b_turned ? ldb : 1))

/* Within the text of a kernel F (gemm), whose includer defines TM, TN, S, FROM and OUT: what stands before the sums of a tile,
   in view q of the thread's part of it, and at the end.  SINGLE_: a block has a tile of matrices that follow each other, and px
   proves that no other block writes it.  LISTED_: it has tile after tile of a list of products, whose C begin where pointers in
   memory lead to; px does not know whether they meet, so that the stores are unsafe: callers promise it.  */
#define SINGLE_HEAD \
  static __kernel __requires (grid (1), block (1), threads (BLAS_THREADS)) \
    __where (ldc >= m, c_next >= ldc * n, down > 0, each > 0, parts > 0) void \
    F (gemm) (int m, int n, int depth, int parts, int part, int down, int each, S alpha, const FROM *a, \
	      long lda, long a_next, bool a_turned, const FROM *b, long ldb, long b_next, bool b_turned, S beta, \
	      OUT *c, long ldc, long c_next, const OUT *bias, int bias_row, int bias_col, int activation) \
  { \
    BLOCKS_TILE (TM, TN) \
    __partition (block, 1, OUT *cb = c + row + col * ldc + z * c_next) \
      __group (block, 1) \
	{ \
	  const FROM *az = PART_OF_A, *bz = PART_OF_B;
#define SINGLE_OWN(AT) __partition (thread, 1, OUT *q = cb + AT) __group (thread, 1)
#define SINGLE_END \
  } \
  }

#define LISTED_HEAD \
  static __kernel __requires (grid (1), block (1), threads (BLAS_THREADS)) void \
  F (gemm) (struct gemm_list list, int blocks, S alpha, bool a_turned, bool b_turned, S beta) \
  { \
    const OUT *bias = NULL; \
    int bias_row = 0, bias_col = 0, activation = PXBLAS_LINEAR; \
    int id __perspective (block, 1) = px_id (block); \
    __group (block, 1) \
      { \
	/* The tile's product, and the number of that product's first tile.  */ \
	long z = 0, first = 0; \
	for (long tile = id;; tile += blocks) \
	  { \
	    pxblas_gemm_problem p = list.same; \
	    for (; z < list.count; z++) \
	      { \
		if (list.problem) \
		  p = list.problem[z]; \
		long tiles = p.m > 0 && p.n > 0 ? (p.m + TM - 1) / TM * ((p.n + TN - 1) / TN) : 0; \
		if (tile < first + tiles) \
		  break; \
		first += tiles; \
	      } \
	    if (z >= list.count) \
	      break; \
	    if (!list.problem) \
	      { \
		p.c = list.c[z]; \
		if (p.k > 0) \
		  p.a = list.a[z], p.b = list.b[z]; \
	      } \
	    int m = p.m, n = p.n, k = alpha != 0 && p.k > 0 ? p.k : 0; \
	    long down = (p.m + TM - 1) / TM, lda = p.lda, ldb = p.ldb, ldc = p.ldc; \
	    int row = (tile - first) % down * TM, col = (tile - first) / down * TN; \
	    const FROM *az = p.a, *bz = p.b; \
	    OUT *cb = (OUT *) p.c + row + col * ldc;
#define LISTED_OWN(AT) \
  OUT *q OWN = cb + AT; \
  __group (thread, 1) __unsafe
#define LISTED_END \
  } \
  } \
  }

/* The includer defines PAD, the elements of shared memory after each row of a tile; VALUE (x), the number
   in an element; READ (e), the number for an element of A or B; T, TM, TN and STEP as gemm.inc has them.  K is along what is summed, a side along
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
    VALUE (x) = p < k ? READ (M[ADDRESS]) : 0; \
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
