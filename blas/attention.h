/* SPDX-License-Identifier: MIT */
/* What the kernels of attention share (attention.c, attention16.c).  */
#ifndef PXBLAS_ATTENTION_H
#define PXBLAS_ATTENTION_H

#include "blas/blas.h"
#include <math.h>
#include <px/warp.h>

enum
{
  THREADS = 128,
  GROUPS = THREADS / 8
};

/* What the kernels know of a call besides its vectors: a head of keys is that of SHARE heads of
   queries.  The pointers are the call's (px/blas.h), or NULL.  */
struct shape
{
  int batch, keys, share;
  float scale;
  bool causal;
  bool keep; /* lse is wanted */
  bool wide; /* all of q, k and v is multiples of 16 bytes */
  const int *query_starts, *key_starts, *key_lengths, *pages;
  int page, most_pages; /* a page is 1 << PAGE vectors */
};

/* A sequence.  Its queries are numbers BEGIN ... END - 1, counted from vector QUERY of q and y; key J of
   its KEYS is vector KEY + J of k and v, unless they are in pages.  The blocks which have tiles of keys count
   these from vector KEY - BEFORE.  Query i sees the keys up to i + SHIFT, all KEYS if that is more.  */
struct sequence
{
  int begin, end, keys, before, shift;
  long query, key;
  const int *pages; /* its row of them, or NULL */
};

/* Factors that take logarithms to base 2, and back.  */
#define TO_BASE_2 0x1.715476p+0f
#define FROM_BASE_2 0x1.62e43p-1f

#define BLOCK_CODE static inline __device __requires (block (1))

/* Each kernel is there twice: where LENGTHS is `same', all sequences have QUERIES and KEYS vectors; where it is
   `own', those that the call's arrays say, which takes more registers.  */
BLOCK_CODE struct sequence
sequence_same (struct shape z, int n, int queries)
{
  return (struct sequence){
    .end = queries,
    .query = (long) n * queries,
    .keys = z.keys,
    .key = (long) n * z.keys,
    .shift = z.causal ? z.keys - queries : z.keys,
  };
}

BLOCK_CODE struct sequence
sequence_own (struct shape z, int n, int queries)
{
  struct sequence s = sequence_same (z, n, queries);
  if (z.query_starts)
    s.query = 0, s.begin = z.query_starts[n], s.end = z.query_starts[n + 1];
  if (z.key_starts)
    s.key = s.before = z.key_starts[n], s.keys = z.key_starts[n + 1] - s.before;
  if (z.pages)
    s.key = 0, s.pages = z.pages + (long) n * z.most_pages;
  if (z.key_lengths)
    s.keys = z.key_lengths[n];
  s.shift = z.causal ? s.keys - s.end : s.keys;
  return s;
}

/* The last of the sequences STARTS that begins at VECTOR or before it, 0 if none does; ONLY without STARTS.  */
BLOCK_CODE int
sequence_at (const int *starts, int batch, int vector, int only)
{
  int low = 0, high = batch;
  if (!starts)
    return only;
  while (high - low > 1)
    {
      int middle = low + (high - low) / 2;
      if (starts[middle] <= vector)
	low = middle;
      else
	high = middle;
    }
  return low;
}

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_ (a, b)
#define OF_LENGTHS(name) JOIN (JOIN (F (name), _), LENGTHS)
#define SEQUENCE(z, n, queries) JOIN (sequence_, LENGTHS) (z, n, queries)

/* What follows is done for the numbers N of the sequences that have vectors of the block's tile, of queries or of
   keys, whose STARTS the call may have.  */
#define EACH_SEQUENCE(n, STARTS) JOIN (EACH_SEQUENCE_, LENGTHS) (n, STARTS)
#define EACH_SEQUENCE_same(n, STARTS) int n = b;
#define EACH_SEQUENCE_own(n, STARTS) \
  for (int n = sequence_at (STARTS, z.batch, first, b), \
	   last_of_##n = sequence_at (STARTS, z.batch, first + ROWS - 1, b); \
       n <= last_of_##n; n++)

/* The last key of S that query I sees, -1 if there is none or I is another sequence's.  */
#define LAST_KEY(s, i) JOIN (LAST_KEY_, LENGTHS) (s, i)
#define LAST_KEY_same(s, i) ((i) + (long) s.shift < s.keys - 1 ? (i) + s.shift : s.keys - 1)
#define LAST_KEY_own(s, i) ((i) < s.begin || (i) >= s.end ? -1 : LAST_KEY_same (s, i))
/* The end of the keys of S that queries of the block's tile see.  */
#define END(s) (LAST_KEY (s, (first + ROWS < s.end ? first + ROWS : s.end) - 1) + 1)

/* Of LOAD: where vector AT is, which is number ROW of the tile; the same of keys of the sequence OF.  Those that may be in
   pages are looked up once for a tile: FIND_KEYS puts the places of those from FROM on into `places'.  */
#define AS_IT_IS(at, row) (at)
#define PLACE_OF_KEY JOIN (PLACE_OF_KEY_, LENGTHS)
#define PLACE_OF_KEY_same(at, row) (at)
#define PLACE_OF_KEY_own(at, row) places[row]
#define FIND_KEYS(of, from) JOIN (FIND_KEYS_, LENGTHS) (of, from)
#define FIND_KEYS_same(of, from)
#define FIND_KEYS_own(of, from) \
  __partition (thread, 1, int *place = places + t) \
    __group (thread, 1) \
      { \
	int key = (from) + t; \
	*place = of.pages && t < COLS && key < of.keys \
		   ? (of.pages[key >> z.page] << z.page) + (key & ((1 << z.page) - 1)) : key; \
      }
#define PLACES JOIN (PLACES_, LENGTHS)
#define PLACES_same
#define PLACES_own __shared int places[THREADS];

/* Without a word ptxas spills a few registers to have no more than 128.  */
#define REGISTERS_same
#define REGISTERS_own , maxregs (255)

/* A kernel whose blocks have tiles of N vectors of each of HEADS heads; more is known of its arguments.  */
#define KERNEL(N, HEADS, ...) \
  static __kernel __requires (grid (1), block (1), threads (THREADS) JOIN (REGISTERS_, LENGTHS)) \
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

/* Returns S; if that is PX_OK, KERNEL is what pxblas_attention_kernel says.  */
px_status blas_attention_launched (pxblas_kernel kernel, px_status s);

/* Attention of 16 bits by tensor copies (attention-tma.c): returns true if these reach everything, on a device that has
   them; launches what does it.  */
bool blas_attention_tma_reaches (const pxblas_attention *a, const void *q, int64_t ldq, const void *k, int64_t ldk,
				 const void *v, int64_t ldv, const void *y, int64_t ldy);
px_status blas_attention_tma (const pxblas_attention *a, bool bf16, const void *q, int64_t ldq, const void *k, int64_t ldk,
			      const void *v, int64_t ldv, void *y, int64_t ldy, float *lse, px_stream stream);

/* Vectors of all heads, as arguments of blas_refused.  */
#define VECTORS(P, N, HEADS, WRITTEN) \
  BLAS_MATRIX (P, a->HEADS * a->d, blas_batch_of_##N (a) * a->N, ld##P, WRITTEN)
#define BAD_LD(P, HEADS) blas_bad_ld (f, "ld" #P, ld##P, a->HEADS * a->d)

/* How many times the matrix of queries, or of keys, has A->queries or A->keys vectors: once if it is all
   sequences'.  */
static inline int64_t
blas_batch_of_queries (const pxblas_attention *a)
{
  return a->query_starts ? 1 : a->batch;
}

static inline int64_t
blas_batch_of_keys (const pxblas_attention *a)
{
  return a->key_starts || a->pages ? 1 : a->batch;
}

static inline bool
blas_own_lengths (const pxblas_attention *a)
{
  return a->query_starts || a->key_starts || a->key_lengths;
}

/* The four arrays of lengths, as arguments of blas_refused.  */
#define LENGTH_ARRAYS \
  LENGTH_ARRAY (query_starts, 1, a->batch + 1), LENGTH_ARRAY (key_starts, 1, a->batch + 1), \
    LENGTH_ARRAY (key_lengths, 1, a->batch), LENGTH_ARRAY (pages, a->batch, a->most_pages)
#define LENGTH_ARRAY(P, ROWS, COLS) \
  { \
    .name = #P, .p = a->P, .rows = a->P ? (ROWS) : 0, .cols = (COLS), .ld = (ROWS), .count = 1, \
    .size = sizeof *a->P \
  }

static inline struct shape
blas_attention_shape (const pxblas_attention *a, bool keep, bool wide)
{
  return (struct shape){
    .batch = a->batch,
    .keys = a->keys,
    .share = a->heads / a->key_heads,
    .scale = a->scale,
    .causal = a->causal,
    .keep = keep,
    .wide = wide,
    .query_starts = a->query_starts,
    .key_starts = a->key_starts,
    .key_lengths = a->key_lengths,
    .pages = a->pages,
    .page = a->pages ? __builtin_ctzll (a->page) : 0,
    .most_pages = a->most_pages,
  };
}

/* Launches the kernel NAME for A->d with a block of a tile of each of N vectors of each of HEADS heads;
   the shape and N, HEADS are its first arguments, d and the number of tiles precede the last ones, in
   parentheses.  OWN_LENGTHS says which of the two.  */
#define LAUNCH_D(D, NAME, ...) \
  (own_lengths ? LAUNCH_OF (D, d##D##_##NAME##_own, __VA_ARGS__) \
	       : LAUNCH_OF (D, d##D##_##NAME##_same, __VA_ARGS__))
#define LAUNCH_OF(D, KERNEL_NAME, N, HEADS, FIRST, ...) \
  (tiles = (a->N + d##D##_ROWS - 1) / d##D##_ROWS, \
   px_launch (px_with_stream (px_grid (blas_batch_of_##N (a) * a->HEADS * tiles, THREADS), stream), \
	      KERNEL_NAME, blas_attention_shape (a, keep, wide), a->N, a->HEADS, BARE FIRST a->d, tiles, \
	      __VA_ARGS__))
#define BARE(...) __VA_ARGS__

/* The host function with the letter t, of elements T; LAUNCHED launches the kernel KERNEL_USED, of elements K.  */
#define FORWARD_ARGUMENTS(K) \
  queries, heads, (), (const K *) q, ldq, (const K *) k, ldk, (const K *) v, ldv, (K *) y, ldy, lse
#define FORWARD(t, T, KERNEL_USED, LAUNCHED) \
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
      BLAS_VECTOR (lse, lse ? blas_batch_of_queries (a) * a->heads * a->queries : 0, 1, true), \
      LENGTH_ARRAYS, \
    }; \
    s = blas_refused (f, sizeof arrays / sizeof *arrays, arrays); \
    if (s || !a->batch || !a->queries || !a->heads || !a->d) \
      return s ? s : blas_attention_launched (PXBLAS_KERNEL_NONE, s); \
    int64_t tiles; \
    bool own_lengths = blas_own_lengths (a), keep = lse, wide = !(((uintptr_t) q | (uintptr_t) k | (uintptr_t) v) % 16 \
			      || (ldq | ldk | ldv | a->d) % (int64_t) (16 / sizeof (T))); \
    pxblas_kernel kernel = KERNEL_USED; \
    return blas_attention_launched (kernel, LAUNCHED); \
  }

/* The gradients with the letter t, of elements T; PRODUCTS is the kernel of attention-products.inc, the others launch what uses
   its sums.  */
#define BACKWARD_Q_ARGUMENTS(K) \
  queries, heads, (), (const K *) q, ldq, (const K *) k, ldk, (const K *) v, ldv, lse, delta, (const K *) dy, lddy, (K *) dq, lddq
#define BACKWARD_KEYS_ARGUMENTS(K) \
  keys, key_heads, (a->queries, ), (const K *) q, ldq, (const K *) k, ldk, (const K *) v, ldv, lse, delta, (const K *) dy, lddy
#define BACKWARD(t, T, K, PRODUCTS, Q_LAUNCHED, KEYS_LAUNCHED) \
  PXBLAS_EXPORT px_status pxblas_##t##attention_backward ( \
    const pxblas_attention *a, const T *q, int64_t ldq, const T *k, int64_t ldk, const T *v, int64_t ldv, const T *y, \
    int64_t ldy, const float *lse, const T *dy, int64_t lddy, T *dq, int64_t lddq, T *dk, int64_t lddk, T *dv, int64_t lddv, \
    px_stream stream) \
  { \
    const char *f = "pxblas_" #t "attention_backward"; \
    px_status s = blas_attention_refused (f, a); \
    if (s || BAD_LD (q, heads) || BAD_LD (k, key_heads) || BAD_LD (v, key_heads) || BAD_LD (y, heads) || BAD_LD (dy, heads) \
	|| BAD_LD (dq, heads) || BAD_LD (dk, key_heads) || BAD_LD (dv, key_heads)) \
      return PX_ERR_INVALID; \
    if (a->pages) \
      return px__fail (PX_ERR_INVALID, "%s: keys are in pages", f); \
    int64_t all = blas_batch_of_queries (a) * a->heads * a->queries; \
    const struct blas_array arrays[] = { \
      VECTORS (q, queries, heads, false), \
      VECTORS (k, keys, key_heads, false), \
      VECTORS (v, keys, key_heads, false), \
      VECTORS (y, queries, heads, false), \
      VECTORS (dy, queries, heads, false), \
      BLAS_VECTOR (lse, a->d ? all : 0, 1, false), \
      VECTORS (dq, queries, heads, true), \
      VECTORS (dk, keys, key_heads, true), \
      VECTORS (dv, keys, key_heads, true), \
      LENGTH_ARRAYS, \
    }; \
    s = blas_refused (f, sizeof arrays / sizeof *arrays, arrays); \
    if (s || !a->d || !a->batch) \
      return s; \
    float *delta = NULL; \
    int64_t tiles; \
    bool own_lengths = blas_own_lengths (a), keep = false; \
    bool wide = !(((uintptr_t) q | (uintptr_t) k | (uintptr_t) v | (uintptr_t) dy) % 16 \
		  || (ldq | ldk | ldv | lddy | a->d) % (int64_t) (16 / sizeof (T))); \
    if (all) \
      { \
	delta = px_alloc_async (all * sizeof *delta, stream); \
	if (!delta) \
	  return px_last_status (); \
	s = px_launch (px_with_stream (px_grid ((all + GROUPS - 1) / GROUPS, THREADS), stream), PRODUCTS, a->queries, a->heads, \
		       all, a->d, (const K *) y, ldy, (const K *) dy, lddy, delta); \
	if (!s) \
	  s = Q_LAUNCHED; \
      } \
    if (!s && a->keys && a->key_heads) \
      s = KEYS_LAUNCHED; \
    px_status freed = delta ? px_free_async (delta, stream) : PX_OK; \
    return s ? s : freed; \
  }

#endif
