/* SPDX-License-Identifier: MIT */
/* What the kernels of attention share (attention.c, attention16.c).  */
#ifndef PXBLAS_ATTENTION_H
#define PXBLAS_ATTENTION_H

#include "blas/blas.h"
#include <math.h>

enum
{
  THREADS = 128
};

/* What the kernels know of a call besides its vectors: a head of keys is that of SHARE heads of
   queries; query i sees the keys up to i + SHIFT, all KEYS if that is more.  */
struct shape
{
  int keys, share, shift;
  float scale;
  bool keep; /* lse is wanted */
  bool wide; /* all of q, k and v is multiples of 16 bytes */
};
#define LAST_KEY(query) ((query) + (long) z.shift < z.keys - 1 ? (query) + z.shift : z.keys - 1)

/* A kernel whose blocks have tiles of N vectors of each of HEADS heads; more is known of its arguments.  */
#define KERNEL(N, HEADS, ...) \
  static __kernel __requires (grid (1), block (1), threads (THREADS)) \
    __where (tiles > 0, HEADS > 0, N > 0, N <= tiles * ROWS, d > 0, __VA_ARGS__) void

/* A block's tile of a head: queries or keys from FIRST on, of the head H of HEADS of batch B; TILES
   tiles are a head's.  */
#define BLOCK(HEADS) \
  int id __perspective (block, 1) = px_id (block); \
  int first __perspective (block, 1) = id % tiles * ROWS; \
  int h __perspective (block, 1) = id / tiles % (HEADS); \
  int b __perspective (block, 1) = id / tiles / (HEADS);

/* ---- Host -------------------------------------------------------------- */

enum
{
  MOST_D = 256,
  LEAST_ROWS = 32 /* of a tile, in any kernel */
};

/* Returns PX_OK, or the status of the function F, if the sizes A have what can not be done.  */
px_status blas_attention_refused (const char *f, const pxblas_attention *a);

/* Vectors of all heads, as arguments of blas_refused.  */
#define VECTORS(P, N, HEADS, WRITTEN) \
  BLAS_MATRIX (P, a->HEADS * a->d, a->batch * a->N, ld##P, WRITTEN)
#define BAD_LD(P, HEADS) blas_bad_ld (f, "ld" #P, ld##P, a->HEADS * a->d)

static inline struct shape
blas_attention_shape (const pxblas_attention *a, bool keep, bool wide)
{
  return (struct shape){
    .keys = a->keys,
    .share = a->heads / a->key_heads,
    .shift = a->causal ? a->keys - a->queries : a->keys,
    .scale = a->scale,
    .keep = keep,
    .wide = wide,
  };
}

/* Launches the kernel NAME for A->d with a block of a tile of each of N vectors of each of HEADS heads;
   the shape and N, HEADS are its first arguments, d and the number of tiles precede the last ones, in
   parentheses.  */
#define LAUNCH_D(D, NAME, N, HEADS, FIRST, ...) \
  (tiles = (a->N + d##D##_ROWS - 1) / d##D##_ROWS, \
   px_launch (px_with_stream (px_grid (a->batch * a->HEADS * tiles, THREADS), stream), \
	      d##D##_##NAME, blas_attention_shape (a, keep, wide), a->N, a->HEADS, BARE FIRST a->d, tiles, \
	      __VA_ARGS__))
#define BARE(...) __VA_ARGS__

/* The host function with the letter t, of elements T; LAUNCHED launches the kernel, of elements K.  */
#define FORWARD_ARGUMENTS(K) \
  queries, heads, (), (const K *) q, ldq, (const K *) k, ldk, (const K *) v, ldv, (K *) y, ldy, lse
#define FORWARD(t, T, LAUNCHED) \
  PXBLAS_EXPORT px_status pxblas_##t##attention (const pxblas_attention *a, const T *q, int64_t ldq, \
						 const T *k, int64_t ldk, const T *v, int64_t ldv, \
						 T *y, int64_t ldy, float *lse, px_stream stream) \
  { \
    const char *f = "pxblas_" #t "attention"; \
    px_status s = blas_attention_refused (f, a); \
    if (s || BAD_LD (q, heads) || BAD_LD (k, key_heads) || BAD_LD (v, key_heads) \
	|| BAD_LD (y, heads)) \
      return PX_ERR_INVALID; \
    const struct blas_array arrays[] = { \
      VECTORS (q, queries, heads, false), \
      VECTORS (k, keys, key_heads, false), \
      VECTORS (v, keys, key_heads, false), \
      VECTORS (y, queries, heads, true), \
      BLAS_VECTOR (lse, lse ? a->batch * a->heads * a->queries : 0, 1, true), \
    }; \
    s = blas_refused (f, 5, arrays); \
    if (s || !a->batch || !a->queries || !a->heads || !a->d) \
      return s; \
    int64_t tiles; \
    bool keep = lse, wide = !(((uintptr_t) q | (uintptr_t) k | (uintptr_t) v) % 16 \
			      || (ldq | ldk | ldv | a->d) % (int64_t) (16 / sizeof (T))); \
    return LAUNCHED; \
  }

#endif
