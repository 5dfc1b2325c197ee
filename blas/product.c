/* SPDX-License-Identifier: MIT */
/* What the host functions of products of matrices ask, and how they cut the results to tiles.  */
#include "blas/gemm.h"

int64_t
blas_gemm_tiles (const struct gemm *g, int tm, int tn, int64_t *down, int64_t *each)
{
  int64_t all;
  *down = (g->m + tm - 1) / tm;
  *each = *down * ((g->n + tn - 1) / tn);
  return __builtin_mul_overflow (*each, g->count, &all) ? INT64_MAX : all;
}

/* Of pxblas_gemm_kernel, pxblas_gemm_parts and pxblas_gemm_workspace.  */
static __thread struct
{
  pxblas_kernel kernel;
  int parts;
  size_t workspace;
} last;

px_status
blas_gemm_launched (pxblas_kernel kernel, px_status s)
{
  if (!s)
    last.kernel = kernel, last.parts = kernel != PXBLAS_KERNEL_NONE, last.workspace = 0;
  return s;
}

PXBLAS_EXPORT pxblas_kernel
pxblas_gemm_kernel (void)
{
  return last.kernel;
}

PXBLAS_EXPORT int
pxblas_gemm_parts (void)
{
  return last.parts;
}

PXBLAS_EXPORT size_t
pxblas_gemm_workspace (void)
{
  return last.workspace;
}

enum
{
  /* Parts begin at multiples of CUT_STEP, whole steps of all kernels.  */
  CUT_STEP = 128,
  CUT_BYTES = 1 << 24 /* the most for partial sums, of 8 bytes each */
};

bool
blas_gemm_cut (const struct gemm *g, int64_t k, int blocks, int tm, int tn, struct gemm_cut *cut)
{
  int64_t down, each, parts = blocks / blas_gemm_tiles (g, tm, tn, &down, &each),
		      most = k / blas_default_cut_least, sums;
  *cut = (struct gemm_cut){ 1, k, (g->m + 3) / 4 * 4 };
  if (g->choice.parts)
    parts = g->choice.parts, most = k / CUT_STEP;
  if (parts > most)
    parts = most;
  if (__builtin_mul_overflow (cut->ld * g->n, g->count, &sums) || sums > CUT_BYTES / 8 / 2)
    return false;
  if (parts > CUT_BYTES / 8 / sums)
    parts = CUT_BYTES / 8 / sums;
  if (parts < 2)
    return false;
  cut->part = ((k + parts - 1) / parts + CUT_STEP - 1) / CUT_STEP * CUT_STEP;
  cut->parts = (k + cut->part - 1) / cut->part;
  return cut->parts > 1;
}

bool
blas_gemm_large (const struct gemm *g, pxblas_kernel small, pxblas_kernel large)
{
  int64_t down, each;
  if (g->choice.kernel == small || g->choice.kernel == large)
    return g->choice.kernel == large;
  return blas_gemm_tiles (g, 128, 128, &down, &each) >= px__multiprocessors ();
}

/* How many bytes the partial sums of G take, each of SIZE.  */
static size_t
workspace_size (const struct gemm *g, const struct gemm_cut *cut, size_t size)
{
  return (size_t) cut->ld * g->n * g->count * cut->parts * size;
}

void *
blas_gemm_workspace (const struct gemm *g, const struct gemm_cut *cut, size_t size,
		     px_stream stream)
{
  return px_alloc_async (workspace_size (g, cut, size), stream);
}

px_status
blas_gemm_joined (pxblas_kernel kernel, const struct gemm *g, const struct gemm_cut *cut,
		  size_t size, void *workspace, px_status s, px_stream stream)
{
  px_status freed = px_free_async (workspace, stream);
  if (!s)
    s = freed;
  if (!blas_gemm_launched (kernel, s))
    last.parts = cut->parts, last.workspace = workspace_size (g, cut, size);
  return s;
}

px_status
blas_gemm_options (const char *f, struct gemm *g, const pxblas_gemm_options *options)
{
  blas_gemm_launched (PXBLAS_KERNEL_NONE, PX_OK);
  if (!options)
    return PX_OK;
  if ((unsigned) options->activation > PXBLAS_GELU)
    return px__fail (PX_ERR_INVALID, "%s: there is no activation %d", f, (int) options->activation);
  if ((unsigned) options->bias_along > PXBLAS_BIAS_COLUMNS)
    return px__fail (PX_ERR_INVALID, "%s: there is no bias along %d", f, (int) options->bias_along);
  g->activation = options->activation;
  g->bias_row = options->bias_along == PXBLAS_BIAS_ROWS;
  g->bias_col = options->bias_along == PXBLAS_BIAS_COLUMNS;
  g->bias = options->bias_along ? options->bias : NULL;
  return PX_OK;
}

/* What is wrong with the operations, sizes and leading dimensions of F's call G.  */
static px_status
shape_refused (const char *f, const struct gemm *g, int64_t rows_a, int64_t rows_b)
{
  if ((g->opa != PXBLAS_N && g->opa != PXBLAS_T) || (g->opb != PXBLAS_N && g->opb != PXBLAS_T))
    return px__fail (PX_ERR_INVALID, "%s: an operation is neither PXBLAS_N nor PXBLAS_T", f);
  if (blas_bad_size (f, "m", g->m, BLAS_MOST_DIM) || blas_bad_size (f, "n", g->n, BLAS_MOST_DIM)
      || blas_bad_size (f, "k", g->k, BLAS_MOST_DIM)
      || blas_bad_size (f, "count", g->count, BLAS_MOST_DIM)
      || blas_bad_ld (f, "lda", g->lda, rows_a) || blas_bad_ld (f, "ldb", g->ldb, rows_b)
      || blas_bad_ld (f, "ldc", g->ldc, g->m))
    return PX_ERR_INVALID;
  return PX_OK;
}

enum
{
  LIST_BLOCKS = 4 /* of a kernel of lists, that stay on a multiprocessor together */
};

px_status
blas_gemm_list_refused (const char *f, const struct gemm *g, const struct gemm_list *l,
			bool grouped, int tm, int tn, int *blocks)
{
  px_status s = shape_refused (f, g, g->opa == PXBLAS_N ? g->m : g->k, g->opb == PXBLAS_N ? g->k : g->n);
  if (s)
    return s;
  int64_t down, each, most = (int64_t) LIST_BLOCKS * px__multiprocessors (),
		      tiles = grouped ? most : blas_gemm_tiles (g, tm, tn, &down, &each);
  int64_t written = tiles && !grouped ? g->count : 0, read = l->same.k ? written : 0;
  *blocks = !g->count ? 0 : tiles < most ? tiles : most;
  const struct blas_array arrays[] = {
    { "problems", l->problem, sizeof *l->problem / 8, grouped ? g->count : 0, sizeof *l->problem / 8, 1, 0, 8,
      false },
    { "a", l->a, 1, read, 1, 1, 0, sizeof *l->a, false },
    { "b", l->b, 1, read, 1, 1, 0, sizeof *l->b, false },
    { "c", l->c, 1, written, 1, 1, 0, sizeof *l->c, false },
  };
  return blas_refused (f, 4, arrays);
}

px_status
blas_gemm_refused (const char *f, const struct gemm *g, size_t size, size_t size_c, const void *a,
		   const void *b, const void *c, bool reads)
{
  bool na = g->opa == PXBLAS_N, nb = g->opb == PXBLAS_N;
  int64_t rows_a = na ? g->m : g->k, rows_b = nb ? g->k : g->n;
  px_status s = shape_refused (f, g, rows_a, rows_b);
  if (s)
    return s;
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
  if (blas_gemm_tiles (g, BLAS_GEMM_SIDE, BLAS_GEMM_SIDE, &down, &each) > BLAS_MOST_BLOCKS)
    return px__fail (PX_ERR_INVALID, "%s: the results have more than %d tiles of %d x %d", f,
		     BLAS_MOST_BLOCKS, BLAS_GEMM_SIDE, BLAS_GEMM_SIDE);
  int64_t read = reads && g->m && g->n ? g->count : 0;
  const struct blas_array arrays[] = {
    { "a", a, rows_a, na ? g->k : g->m, g->lda, read, g->stride_a, size, false },
    { "b", b, rows_b, nb ? g->n : g->k, g->ldb, read, g->stride_b, size, false },
    { "c", c, g->m, g->n, g->ldc, g->count, g->stride_c, size_c, true },
    { "bias", g->bias, 1, g->bias_row * g->m + g->bias_col * g->n, 1, g->m && g->n && g->count, 0,
      size_c, false },
  };
  return blas_refused (f, 4, arrays);
}
