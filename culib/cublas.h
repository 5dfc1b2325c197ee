/* SPDX-License-Identifier: MIT */
/* Declarations that the files of libcublas share.

   A type is named by the prefix of its kernels: s, d, c, z; hh, hs, bb, bs, ii, is (elements
   and result: half, float, bf16, int of 8 or 32 bits).  */
#ifndef CULIB_CUBLAS_H
#define CULIB_CUBLAS_H

#include "culib/culib.h"
#include "culib/how.h"

enum
{
  SUCCESS,
  NOT_INITIALIZED,
  ALLOC_FAILED = 3,
  INVALID_VALUE = 7,
  ARCH_MISMATCH,
  MAPPING_ERROR = 11,
  EXECUTION_FAILED = 13,
  INTERNAL_ERROR,
  NOT_SUPPORTED,
  LICENSE_ERROR
};

enum
{
  OP_N,
  OP_T,
  OP_C
};

enum
{
  FILL_LOWER,
  FILL_UPPER
};

enum
{
  SIDE_LEFT,
  SIDE_RIGHT
};

enum
{
  TYPE_32F = 0,
  TYPE_64F = 1,
  TYPE_16F = 2,
  TYPE_8I = 3,
  TYPE_C32F = 4,
  TYPE_C64F = 5,
  TYPE_32I = 10,
  TYPE_16BF = 14
};

enum
{
  COMPUTE_16F = 64,
  COMPUTE_64F = 70,
  COMPUTE_32I = 72
};

/* SHARED: shared memory that px lays out for `reduce': a sum (16 bytes at most) and a place for
   each thread.  */
enum
{
  THREADS = 128,
  ONE_BLOCK = 256,
  SHARED = ONE_BLOCK * (16 + 4)
};

/* cublasHandle_t.  */
typedef struct handle
{
  CUstream stream;
  int pointer_mode, math_mode, atomics_mode; /* pointer mode 1: scalars are in device memory */
  CUdeviceptr result; /* 16 bytes for results that go to the host; 0 before the first use */
} * H;

/* A scalar argument of a kernel: its address, or its parts in the kernel's type.  */
struct scalar
{
  union
  {
    float f;
    double d;
    int i;
  } re, im;
  const void *p;
};

/* A matrix, or COUNT of them (blas_product).  */
struct matrix
{
  const void *base;
  long z, i, j;		   /* strides, in elements */
  const void *const *each; /* array of base addresses in device memory, or NULL */
};

#define ARGS(...) \
  (void *[]) \
  { \
    __VA_ARGS__ \
  }

/* The distances between the operands of a batch.  */
struct batch
{
  long long a, b, c; /* strides in elements */
  bool each;	     /* the operands are arrays of pointers instead */
  int count;
};

static const struct batch blas_single = { 0, 0, 0, false, 1 };

/* ---- culib/blas.c ---- */

/* Returns the status of a call with handle H that does nothing else.  */
int blas_ready (H h);

/* Launches the kernel TYPE OP with at least THREADS threads; ARGS as for cuLaunchKernel.  */
int blas_launch (H h, const char *type, const char *op, long threads, void **args);

/* Returns the bytes of an element.  */
long blas_size_of (const char *type);

/* Makes a scalar of a host value.  */
struct scalar blas_number (const char *type, double re, double im);

/* Reads the scalar at the caller's pointer P, by the handle's pointer mode.  */
struct scalar blas_scalar (H h, const char *type, const void *p);

/* The same for a real scalar of a complex TYPE.  */
struct scalar blas_real_scalar (H h, const char *type, const void *p, int *r);

/* Returns op (A) for the matrix A with leading dimension LD.  */
struct matrix blas_operand (const void *a, long ld, int op);

/* Returns the vector X of N elements as a column.  */
struct matrix blas_vector (const char *type, int n, const void *x, long inc);

/* Returns FLAG if OP is the conjugate and TYPE is complex, else 0.  */
int blas_conj_of (const char *type, int op, int flag);

/* Returns true if the leading dimension LD is too small for ROWS.  */
int blas_at_least (int ld, int rows);

/* C = alpha op (A) op (B) + beta C, for one product or a batch Z.  */
int blas_gemm (H h, const char *type, int ta, int tb, int m, int n, int k, struct scalar alpha,
	       const void *a, int lda, const void *b, int ldb, struct scalar beta, void *c, int ldc,
	       struct batch z);

/* The same for the types AT, BT and CT of cudaDataType_t.  */
int blas_gemm_ex (H h, int ta, int tb, int m, int n, int k, const void *alpha, const void *a,
		  int at, int lda, const void *b, int bt, int ldb, const void *beta, void *c,
		  int ct, int ldc, struct batch z, int compute);

/* y = alpha A x + beta y for an operand A of M by N.  */
int blas_times_vector (H h, const char *type, int m, int n, int how, struct scalar alpha,
		       struct matrix a, const void *x, int incx, struct scalar beta, void *y,
		       int incy);

/* A += alpha x y', only in the given triangle unless it is 0.  */
int blas_outer (H h, const char *type, int m, int n, int how, int triangle, struct scalar alpha,
		const void *x, int incx, const void *y, int incy, void *a, int lda);

/* Returns how op (A) is stored.  */
int blas_triangle_of (int fill, int op);

/* C = alpha A B + beta C, or B A on the other SIDE; HOW says how A is stored (CULIB_SYMMETRIC
   and others).  */
int blas_one_sided (H h, const char *type, int side, int how, int m, int n, struct scalar alpha,
		    struct matrix a, const void *b, int ldb, struct scalar beta, void *c, int ldc);

/* C = alpha A + beta B; DIAGONAL 1 or 2: rows or columns of A times the vector B.  */
int blas_geam (H h, const char *type, int m, int n, int how, int diagonal, struct scalar alpha,
	       struct matrix a, struct scalar beta, struct matrix b, void *c, int ldc);

/* C = alpha op (A) B or alpha B op (A) for triangular A; C may be B.  */
int blas_trmm (H h, const char *type, int side, int fill, int op, int unit, int m, int n,
	       struct scalar alpha, const void *a, int lda, const void *b, int ldb, void *c,
	       int ldc);

/* Solves op (A) X = alpha B or X op (A) = alpha B; X replaces B, which is M by N.  */
int blas_solve (H h, const char *type, int side, int fill, int op, int unit, int m, int n,
		struct scalar alpha, struct matrix a, struct matrix x, int count);

/* Solves op (A) y = x; y replaces x.  */
int blas_trsv (H h, const char *type, int fill, int op, int unit, int n, const void *a, int lda,
	       void *x, int incx);

/* y = a x + b y.  */
int blas_axpby (H h, const char *type, int n, struct scalar a, const void *x, int incx,
		struct scalar b, void *y, int incy);

/* x = op (A) x.  */
int blas_trmv (H h, const char *type, int fill, int op, int unit, int n, const void *a, int lda,
	       void *x, int incx);

/* C = alpha A A' + beta C in one triangle, or with B alpha A B' + alpha' B A' + beta C; for
   Hermitian matrices the second factor is conjugated.  */
int blas_rank_k (H h, const char *type, int fill, int op, bool hermitian, int n, int k,
		 struct scalar alpha, const void *a, int lda, const void *b, int ldb,
		 struct scalar beta, void *c, int ldc, bool twice);

/* Reduces vectors to one value, and copies BYTES of it to RESULT.  */
int blas_reduce (H h, const char *type, int what, int n, const void *x, int incx, const void *y,
		 int incy, void *result, int bytes);

/* SP: NULL for an exchange; REAL: the sine is real although TYPE is complex.  */
int blas_rot (H h, const char *type, int n, void *x, int incx, void *y, int incy, const void *cp,
	      const void *sp, bool real);

EXPORT int cublasCreate_v2 (H *h);
EXPORT int cublasDestroy_v2 (H h);

#endif
