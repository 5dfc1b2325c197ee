/* SPDX-License-Identifier: MIT */
/* Operations on many vectors at once: softmax, layer_norm, rms_norm; transpose (px/blas.h).  */
#include "blas/blas.h"
#include <math.h>
#include <px/block.h>

/* Of numbers: the largest, and the sum of exp (number - largest).  */
struct softmax
{
  float most, sum;
};

/* A number's part of the sum; infinities have no difference.  */
__device static inline float
above (float x, float most)
{
  return x == most ? 1 : expf (x - most);
}

__device static inline struct softmax
join_softmax (struct softmax a, struct softmax b)
{
  /* Of nothing the sum is 0, and `most' no number.  */
  if (b.sum == 0)
    return a;
  if (a.sum == 0)
    return b;
  float most = a.most >= b.most ? a.most : b.most;
  return (struct softmax) { most, a.sum * above (a.most, most) + b.sum * above (b.most, most) };
}

/* How many numbers, their mean, and the sum of the squares of their distances from it (Chan,
   Golub, LeVeque: Updating Formulae and a Pairwise Algorithm for Computing Sample Variances).  */
struct moments
{
  float n, mean, squares;
};

__device static inline struct moments
join_moments (struct moments a, struct moments b)
{
  float n = a.n + b.n;
  if (n == 0)
    return a;
  float d = b.mean - a.mean;
  return (struct moments) { n, a.mean + d * b.n / n, a.squares + b.squares + d * d * a.n * b.n / n };
}

/* A warp a vector: up to so many elements, of which each thread then has 16 at most; of more, a
   block.  */
enum
{
  WARP_MOST = 512
};

#define F(name) warp_##name
#define UNIT thread, 32
#define THREADS 32
#define REDUCE(NAME, TYPE, OP) PX_WARP_REDUCE (NAME, TYPE, OP, 32)
#define CALL(NAME, v) NAME (v)
#include "blas/rows.inc"
#define F(name) block_##name
#define UNIT block, 1
#define THREADS BLAS_THREADS
#define REDUCE(NAME, TYPE, OP) PX_BLOCK_REDUCE (NAME, TYPE, OP, BLAS_THREADS, 1)
#define CALL(NAME, v) NAME (&v)
#include "blas/rows.inc"

/* Returns what is wrong with the arguments of FUNCTION; GAMMA and BETA may be NULL.  */
static px_status
rows_refused (const char *function, int64_t n, int64_t count, const float *gamma, const float *beta,
	      const float *x, int64_t ldx, float *y, int64_t ldy)
{
  if (blas_bad_size (function, "n", n, BLAS_MOST_DIM)
      || blas_bad_size (function, "count", count, BLAS_MOST_BLOCKS)
      || blas_bad_ld (function, "ldx", ldx, n) || blas_bad_ld (function, "ldy", ldy, n))
    return PX_ERR_INVALID;
  const struct blas_array arrays[] = {
    BLAS_VECTOR (gamma, gamma && count ? n : 0, 1, false),
    BLAS_VECTOR (beta, beta && count ? n : 0, 1, false),
    BLAS_MATRIX (x, n, count, ldx, false),
    BLAS_MATRIX (y, n, count, ldy, true),
  };
  return blas_refused (function, 4, arrays);
}

/* Launches the kernel of OP for a warp or a block a vector, with the arguments in parentheses.  */
#define LAUNCH(OP, ARGS) \
  (n <= WARP_MOST \
     ? px_launch (px_with_stream (px_grid ((count + BLAS_THREADS / 32 - 1) / (BLAS_THREADS / 32), BLAS_THREADS), stream), \
		  warp_##OP, BARE ARGS) \
     : px_launch (px_with_stream (px_grid (count, BLAS_THREADS), stream), block_##OP, BARE ARGS))
#define BARE(...) __VA_ARGS__

PXBLAS_EXPORT px_status
pxblas_ssoftmax (int64_t n, int64_t count, const float *x, int64_t ldx, float *y, int64_t ldy, px_stream stream)
{
  px_status s = rows_refused ("pxblas_ssoftmax", n, count, NULL, NULL, x, ldx, y, ldy);
  if (s || !n || !count)
    return s;
  return LAUNCH (softmax, (n, count, x, ldx, y, ldy));
}

PXBLAS_EXPORT px_status
pxblas_slayer_norm (int64_t n, int64_t count, float eps, const float *gamma, const float *beta, const float *x,
		    int64_t ldx, float *y, int64_t ldy, px_stream stream)
{
  px_status s = rows_refused ("pxblas_slayer_norm", n, count, gamma, beta, x, ldx, y, ldy);
  if (s || !n || !count)
    return s;
  return LAUNCH (layer_norm, (n, count, eps, gamma, beta, x, ldx, y, ldy));
}

PXBLAS_EXPORT px_status
pxblas_srms_norm (int64_t n, int64_t count, float eps, const float *gamma, const float *x, int64_t ldx, float *y,
		  int64_t ldy, px_stream stream)
{
  px_status s = rows_refused ("pxblas_srms_norm", n, count, gamma, NULL, x, ldx, y, ldy);
  if (s || !n || !count)
    return s;
  return LAUNCH (rms_norm, (n, count, eps, gamma, x, ldx, y, ldy));
}

/* ---- transpose ---- */

/* Tiles of SIDE x SIDE, through shared memory, so that neighbours in memory are read and written
   by neighbours among the threads; a row of the tile is one element longer, so that a column of it lies in
   different banks.  */
enum
{
  SIDE = 32,
  ROWS = BLAS_THREADS / SIDE
};

/* B = A^T; A is M x N, DOWN tiles along a column of it.  */
#define TRANSPOSE(LETTER, T) \
  static __kernel __requires (grid (1), block (1), threads (BLAS_THREADS)) __where (ldb >= n, down > 0) void \
  LETTER##_transpose (int m, int n, int down, const T *a, long lda, T *b, long ldb) \
  { \
    int tile __perspective (block, 1) = px_id (block); \
    int row __perspective (block, 1) = tile % down * SIDE; \
    int col __perspective (block, 1) = tile / down * SIDE; \
    __partition (block, 1, T *bb = b + col + row * ldb) \
      __group (block, 1) \
	{ \
	  __shared T s[SIDE][SIDE + 1]; \
	  int t OWN = px_id (thread) % SIDE, u OWN = px_id (thread) / SIDE; \
	  for (int k = 0; k < SIDE; k += ROWS) \
	    __partition (thread, 1, T *own = &s[u + k][t]) \
	      __group (thread, 1) \
		if (row + t < m && col + u + k < n) \
		  *own = a[row + t + (col + u + k) * lda]; \
	  for (int k = 0; k < SIDE; k += ROWS) \
	    __partition (thread, 1, T *own = bb + t + (u + k) * ldb) \
	      __group (thread, 1) \
		if (col + t < n && row + u + k < m) \
		  *own = s[t][u + k]; \
	} \
  } \
\
  PXBLAS_EXPORT px_status pxblas_##LETTER##transpose (int64_t m, int64_t n, const T *a, int64_t lda, T *b, \
						 int64_t ldb, px_stream stream) \
  { \
    const char *f = "pxblas_" #LETTER "transpose"; \
    const struct blas_array arrays[] \
      = { BLAS_MATRIX (a, m, n, lda, false), BLAS_MATRIX (b, n, m, ldb, true) }; \
    if (blas_bad_size (f, "m", m, BLAS_MOST_DIM) || blas_bad_size (f, "n", n, BLAS_MOST_DIM) \
	|| blas_bad_ld (f, "lda", lda, m) || blas_bad_ld (f, "ldb", ldb, n)) \
      return PX_ERR_INVALID; \
    int64_t down = (m + SIDE - 1) / SIDE, tiles = down * ((n + SIDE - 1) / SIDE); \
    if (tiles > BLAS_MOST_BLOCKS) \
      return px__fail (PX_ERR_INVALID, "%s: a has more than %d tiles of %d x %d", f, BLAS_MOST_BLOCKS, SIDE, SIDE); \
    px_status s = blas_refused (f, 2, arrays); \
    if (s || !tiles) \
      return s; \
    return px_launch (px_with_stream (px_grid (tiles, BLAS_THREADS), stream), LETTER##_transpose, m, n, down, a, lda, \
		      b, ldb); \
  }
TRANSPOSE (s, float)
TRANSPOSE (d, double)
