/* SPDX-License-Identifier: MIT */
/* Attention of floats, forward and backward (px/blas.h).  */
#include "blas/attention.h"

PX_WARP_REDUCE (greatest, float, fmaxf, 8)
PX_WARP_REDUCE (total, float, PX_PLUS, 8)

/* The numbers of vectors are those that need few loads of shared memory for a product and no more
   registers than there are.  */
#define F(name) d32_##name
#define D 32
#define ROWS_EACH 4
#define COLS_EACH 4
#include "blas/attention.inc"
#define F(name) d64_##name
#define D 64
#define ROWS_EACH 4
#define COLS_EACH 4
#include "blas/attention.inc"
#define F(name) d128_##name
#define D 128
#define ROWS_EACH 2
#define COLS_EACH 4
#include "blas/attention.inc"
#define F(name) d256_##name
#define D 256
#define ROWS_EACH 2
#define COLS_EACH 2
#include "blas/attention.inc"

#define T float
#define WIDEN
#define PRODUCTS products
#include "blas/attention-products.inc"

/* ---- Host -------------------------------------------------------------- */

/* Whether BATCH times N vectors of HEADS heads are more than a kernel can have tiles, or blocks of GROUPS
   vectors; their elements are at most 2^31 - 256 in a column.  */
static bool
too_many (int64_t batch, int64_t heads, int64_t n)
{
  int64_t tiles;
  return __builtin_mul_overflow (batch * heads, (n + LEAST_ROWS - 1) / LEAST_ROWS, &tiles)
	 || tiles > BLAS_MOST_BLOCKS || (n && batch * heads > (int64_t) BLAS_MOST_BLOCKS * GROUPS / n);
}

/* Of pxblas_attention_kernel.  */
static __thread pxblas_kernel last;

px_status
blas_attention_launched (pxblas_kernel kernel, px_status s)
{
  if (!s)
    last = kernel;
  return s;
}

PXBLAS_EXPORT pxblas_kernel
pxblas_attention_kernel (void)
{
  return last;
}

px_status
blas_attention_refused (const char *f, const pxblas_attention *a)
{
  if (blas_bad_size (f, "batch", a->batch, BLAS_MOST_DIM)
      || blas_bad_size (f, "queries", a->queries, BLAS_MOST_DIM)
      || blas_bad_size (f, "keys", a->keys, BLAS_MOST_DIM)
      || blas_bad_size (f, "heads", a->heads, BLAS_MOST_DIM)
      || blas_bad_size (f, "key_heads", a->key_heads, BLAS_MOST_DIM)
      || blas_bad_size (f, "d", a->d, MOST_D))
    return PX_ERR_INVALID;
  if (a->heads && (!a->key_heads || a->heads % a->key_heads))
    return px__fail (PX_ERR_INVALID, "%s: heads is %lld, no multiple of key_heads, %lld", f,
		     (long long) a->heads, (long long) a->key_heads);
  if (a->pages
      && (blas_bad_size (f, "most_pages", a->most_pages, BLAS_MOST_DIM)
	  || blas_bad_size (f, "page", a->page, 1 << 30)))
    return PX_ERR_INVALID;
  if (a->pages && (a->page < 1 || a->page & (a->page - 1)))
    return px__fail (PX_ERR_INVALID, "%s: page is %lld, no power of 2", f, (long long) a->page);
  if (a->pages && (!a->key_lengths || a->key_starts))
    return px__fail (PX_ERR_INVALID, "%s: keys in pages have key_lengths and no key_starts", f);
  if (a->heads * a->d > BLAS_MOST_DIM || a->key_heads * a->d > BLAS_MOST_DIM)
    return px__fail (PX_ERR_INVALID, "%s: a vector of all heads has more than %lld elements", f,
		     (long long) BLAS_MOST_DIM);
  if (too_many (blas_batch_of_queries (a), a->heads, a->queries)
      || too_many (blas_batch_of_keys (a), a->key_heads, a->keys))
    return px__fail (PX_ERR_INVALID, "%s: more than %d tiles of %d vectors, or %lld vectors", f,
		     BLAS_MOST_BLOCKS, LEAST_ROWS, (long long) BLAS_MOST_BLOCKS * GROUPS);
  return PX_OK;
}

/* The kernel NAME for A->d.  */
#define LAUNCH(...) \
  (a->d <= 32	 ? LAUNCH_D (32, __VA_ARGS__) \
   : a->d <= 64	 ? LAUNCH_D (64, __VA_ARGS__) \
   : a->d <= 128 ? LAUNCH_D (128, __VA_ARGS__) \
		 : LAUNCH_D (256, __VA_ARGS__))

FORWARD (s, float, PXBLAS_KERNEL_FMA, LAUNCH (forward, FORWARD_ARGUMENTS (float)))

BACKWARD (s, float, float, products, LAUNCH (backward_q, BACKWARD_Q_ARGUMENTS (float)),
	  LAUNCH (backward_kv, BACKWARD_KEYS_ARGUMENTS (float), (float *) dk, lddk, (float *) dv, lddv))
