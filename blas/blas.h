/* SPDX-License-Identifier: MIT */
/* What the files of libpxblas share: what a host function asks before it launches
   (arguments.c), and the shape of launches.  */
#ifndef PXBLAS_H
#define PXBLAS_H

#include <px.h>
#include <px/blas.h>
#include <stdbool.h>

/* Before a function that programs call.  */
#define PXBLAS_EXPORT __attribute__ ((visibility ("default")))

/* In kernels: each thread's own.  */
#define OWN __perspective (thread, 1)

/* Threads of a block, of every kernel that has no reason for another number: enough of them
   to fill a multiprocessor of 2048 with 8 blocks.  */
enum
{
  BLAS_THREADS = 256
};

/* A grid has less than 2^31 threads.  */
enum
{
  BLAS_MOST_BLOCKS = (1 << 23) - 1
};

/* An argument that is memory: COUNT matrices of ROWS x COLS elements of SIZE bytes; elements of
   a column are neighbours, columns LD elements apart, matrices STRIDE elements.  A vector is a
   matrix of one row.  */
struct blas_array
{
  const char *name;
  const void *p;
  int64_t rows, cols, ld, count, stride;
  size_t size;
  bool written;
};

/* Arguments for blas_refused, of vectors, single elements and matrices of P's type.  INC may be any
   number: it is refused later.  */
#define BLAS_VECTOR(P, N, INC, WRITTEN) \
  { \
    .name = #P, .p = (P), .rows = 1, .cols = (N), .count = 1, \
    .ld = (INC) < 0 ? (int64_t) (0 - (uint64_t) (INC)) : (INC), .size = sizeof *(P), \
    .written = (WRITTEN) \
  }
#define BLAS_SINGLE(P) BLAS_VECTOR (P, 1, 1, true)
#define BLAS_MATRIX(P, ROWS, COLS, LD, WRITTEN) \
  { \
    .name = #P, .p = (P), .rows = (ROWS), .cols = (COLS), .ld = (LD), .count = 1, \
    .size = sizeof *(P), .written = (WRITTEN) \
  }

/* Requires arguments whose sizes and increments blas_bad_* have passed.  Returns PX_OK if all of
   them can be as they are given, or else the status that FUNCTION returns, with its text.  */
px_status blas_refused (const char *function, int count, const struct blas_array *arrays);

/* Return true, after setting the text of PX_ERR_INVALID, if N, a size of FUNCTION, is not within
   0 ... MOST; if the increment INC is 0 or the lowest int64_t; if LD is not what ROWS rows need.  */
bool blas_bad_size (const char *function, const char *name, int64_t n, int64_t most);
bool blas_bad_increment (const char *function, const char *name, int64_t inc);
bool blas_bad_ld (const char *function, const char *name, int64_t ld, int64_t rows);

/* The same, after these questions, of vectors of N elements; where there is one, INCY is 1.  */
px_status blas_refused_vectors (const char *function, int64_t n, int64_t incx, int64_t incy,
				int count, const struct blas_array *arrays);

/* Returns true if tensor copies reach COUNT matrices at P, of elements of SIZE bytes: addresses and strides are multiples of
   16 bytes, strides less than 2^40 (CUDA Driver API, cuTensorMapEncodeTiled).  */
bool blas_copies_reach (const void *p, int size, int64_t ld, int64_t stride, int64_t count);

/* Limits of blas_bad_size: vectors, which are BLAS_TILE elements a block; and matrices, of which a
   tile beyond the edge is counted in an int.  */
enum
{
  BLAS_ITEMS = 8,
  BLAS_TILE = BLAS_THREADS * BLAS_ITEMS
};
#define BLAS_MOST ((int64_t) BLAS_MOST_BLOCKS * BLAS_TILE)
#define BLAS_MOST_DIM ((int64_t) 0x7fffff00)

/* Loops over a thread's elements are unrolled, so that their loads are under way together.  */
#define EACH_ITEM(k) _Pragma ("GCC unroll 8") for (int k = 0; k < BLAS_ITEMS; k++)

#endif
