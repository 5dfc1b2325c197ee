/* SPDX-License-Identifier: MIT */
/* Linear algebra on the device, for host code: libpxblas, whose kernels are written in px's
   dialect.  Link with -lpxblas -lpx; the program itself needs no plugin.

   Conventions, for all functions.

   Names.  The letter after pxblas_ is the type of the elements: s float, d double; h IEEE
   binary16, b bfloat16, whose bits are in an uint16_t (px_half and px_bf16 of px.h).  Of products of matrices
   also tf32, floats that are rounded; i8, int8_t with results of int32_t; e4m3 and e5m2, floating point of 8 bits, in an
   uint8_t (px_e4m3 and px_e5m2), with results of float.

   Memory.  Pointers lead to memory that the device reaches (px_alloc, px_alloc_managed,
   px_alloc_pinned and the like).  The caller owns it, and keeps it until the work is done.
   Results that are single numbers are such pointers too; scalars (alpha, beta) are values.
   Pointers are aligned as their type.

   Matrices are stored by columns, as in BLAS and cuBLAS: element (i, j) of A, counted from 0, is
   a[i + j * lda], and the leading dimension lda, in elements, is at least the number of stored
   rows, and at least 1.  A matrix that is stored by rows is its own transpose stored by columns:
   C = A B by rows is C^T = B^T A^T by columns, so swap the operands, and m and n.

   Vectors have an increment, in elements, which is not 0.  Element i is x[i * incx] if incx > 0,
   and x[(n - 1 - i) * -incx] if incx < 0, as in BLAS: x is always the lowest address.

   Sizes are not negative.  Where an operation has no elements, the function returns PX_OK and
   nothing is read or written, except where its comment says more.

   Order.  A function gives its work to STREAM, NULL for the default one, and returns.  It may
   be called from any thread, and for a stream that is being captured: the graph then has its
   kernels.  What it needs of workspace it gets in the stream's order (px_alloc_async).

   Results.  The same call gives the same bits on every device: no sum depends on the order in
   which threads happen to run, or on how many of them a device has.  Only products of doubles,
   of TF32 and of 16-bit and 8-bit floating point, and attention of 16 bits, which tensor cores add up, have the bits of the device's architecture, and those of
   16 bits of the kernel, which the arguments' alignment decides (pxblas_gemm_kernel, pxblas_attention_kernel).

   Status.  PX_ERR_INVALID, and nothing is launched or written, if
     - a size is negative or more than can be done: 2^31 - 256 for m, n, k and count of
       matrices; about 2^34 elements of vectors; about 2^26 results
       of gemv, results of 2^23 tiles of 32 x 64 (ger) or 64 x 64 (gemm),
     - a leading dimension is too small, or an increment is 0,
     - a pointer is NULL or not aligned, although there are elements,
     - what is written overlaps another argument.  Parts of one matrix that interleave, as two of its rows, do not overlap.
       Interleaved arguments of different increments are refused without a closer look if each
       has more than 65536 columns (elements of a vector),
     - a pointer leads to host memory that the device does not reach.
   PX_ERR_PEER if a pointer leads to memory of another device to which this one has no access.
   Else what the launches return.  px_status_text says more.  The extents of arrays are not
   known: a size that is more than an array has reads and writes beyond it.  */
#ifndef PX_BLAS_H
#define PX_BLAS_H

#include <px/runtime.h>

#if defined __GNUC__
#pragma GCC system_header
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Whether a matrix is taken as it is stored, or transposed.  */
typedef enum pxblas_op { PXBLAS_N, PXBLAS_T } pxblas_op;

/* ---- Vectors -----------------------------------------------------------

   In the formulas x and y are vectors of N elements.  */

/* y = alpha x + y.  With alpha == 0 nothing is read or written.  */
px_status pxblas_saxpy (int64_t n, float alpha, const float *x, int64_t incx, float *y,
			int64_t incy, px_stream stream);
px_status pxblas_daxpy (int64_t n, double alpha, const double *x, int64_t incx, double *y,
			int64_t incy, px_stream stream);

/* x = alpha x.  With alpha == 0 x is set to 0, and not read.  */
px_status pxblas_sscal (int64_t n, float alpha, float *x, int64_t incx, px_stream stream);
px_status pxblas_dscal (int64_t n, double alpha, double *x, int64_t incx, px_stream stream);

/* y = x.  */
px_status pxblas_scopy (int64_t n, const float *x, int64_t incx, float *y, int64_t incy,
			px_stream stream);
px_status pxblas_dcopy (int64_t n, const double *x, int64_t incx, double *y, int64_t incy,
			px_stream stream);

/* x and y change places.  */
px_status pxblas_sswap (int64_t n, float *x, int64_t incx, float *y, int64_t incy,
			px_stream stream);
px_status pxblas_dswap (int64_t n, double *x, int64_t incx, double *y, int64_t incy,
			px_stream stream);

/* *RESULT = the sum of x[i] y[i]; 0 if there are no elements.  That of floats is computed in
   double.  x and y may be the same or overlap.  */
px_status pxblas_sdot (int64_t n, const float *x, int64_t incx, const float *y, int64_t incy,
		       float *result, px_stream stream);
px_status pxblas_ddot (int64_t n, const double *x, int64_t incx, const double *y, int64_t incy,
		       double *result, px_stream stream);

/* *RESULT = the sum of |x[i]|; 0 if there are no elements.  That of floats is computed in
   double.  */
px_status pxblas_sasum (int64_t n, const float *x, int64_t incx, float *result, px_stream stream);
px_status pxblas_dasum (int64_t n, const double *x, int64_t incx, double *result,
			px_stream stream);

/* *RESULT = the square root of the sum of x[i]^2; 0 if there are no elements.  No square
   overflows or underflows where the result does not: floats are squared in double, doubles are
   scaled.  */
px_status pxblas_snrm2 (int64_t n, const float *x, int64_t incx, float *result, px_stream stream);
px_status pxblas_dnrm2 (int64_t n, const double *x, int64_t incx, double *result,
			px_stream stream);

/* *RESULT = the least i, counted from 0, for which |x[i]| is largest; a NaN is larger than all
   numbers; -1 if there are no elements.  */
px_status pxblas_isamax (int64_t n, const float *x, int64_t incx, int64_t *result,
			 px_stream stream);
px_status pxblas_idamax (int64_t n, const double *x, int64_t incx, int64_t *result,
			 px_stream stream);

/* ---- A matrix and vectors ---------------------------------------------- */

/* y = alpha op (A) x + beta y; A is M x N as it is stored, whatever OP says.  With alpha == 0 or
   nothing to sum, A and x are not read; with beta == 0, y is not read.  y does not overlap A or x.  */
px_status pxblas_sgemv (pxblas_op op, int64_t m, int64_t n, float alpha, const float *a,
			int64_t lda, const float *x, int64_t incx, float beta, float *y,
			int64_t incy, px_stream stream);
px_status pxblas_dgemv (pxblas_op op, int64_t m, int64_t n, double alpha, const double *a,
			int64_t lda, const double *x, int64_t incx, double beta, double *y,
			int64_t incy, px_stream stream);

/* A = alpha x y^T + A; A is M x N.  With alpha == 0 nothing is read or written.  A does not overlap
   x or y.  */
px_status pxblas_sger (int64_t m, int64_t n, float alpha, const float *x, int64_t incx,
		       const float *y, int64_t incy, float *a, int64_t lda, px_stream stream);
px_status pxblas_dger (int64_t m, int64_t n, double alpha, const double *x, int64_t incx,
		       const double *y, int64_t incy, double *a, int64_t lda, px_stream stream);

/* ---- Products of matrices ---------------------------------------------- */

/* C = alpha op (A) op (B) + beta C; C is M x N, op (A) M x K, op (B) K x N.  A itself is M x K if
   OPA is PXBLAS_N, else K x M, and likewise B.  With alpha == 0 or K == 0, A and B are not
   read; with beta == 0, C is not read.  C does not overlap A or B.
   t is the letter of T, the elements of A and B; S are scalars, U the elements of C: pxblas_sgemm.  */
#define PXBLAS_GEMM(t, T, S, U) \
  px_status pxblas_##t##gemm (pxblas_op opa, pxblas_op opb, int64_t m, int64_t n, int64_t k, S alpha, \
			      const T *a, int64_t lda, const T *b, int64_t ldb, S beta, U *c, \
			      int64_t ldc, px_stream stream)

/* COUNT products, of matrices that begin STRIDE_A, STRIDE_B, STRIDE_C elements after each other.
   STRIDE_A and STRIDE_B are not negative; 0 is one matrix for all.  STRIDE_C is at least
   LDC * N if there is more than one product.  */
#define PXBLAS_GEMM_BATCHED(t, T, S, U) \
  px_status pxblas_##t##gemm_batched (pxblas_op opa, pxblas_op opb, int64_t m, int64_t n, \
				      int64_t k, S alpha, const T *a, int64_t lda, \
				      int64_t stride_a, const T *b, int64_t ldb, \
				      int64_t stride_b, S beta, U *c, int64_t ldc, \
				      int64_t stride_c, int64_t count, px_stream stream)
#define PXBLAS_GEMMS(t, T, S, U) \
  PXBLAS_GEMM (t, T, S, U); \
  PXBLAS_GEMM_BATCHED (t, T, S, U)
PXBLAS_GEMMS (s, float, float, float);
PXBLAS_GEMMS (d, double, double, double);

/* The same of 16-bit numbers; sums are float, and are rounded once.  Tensor cores multiply; on
   devices of sm_90 by wgmma, if tensor copies reach the matrices: see pxblas_gemm_kernel.  */
PXBLAS_GEMMS (h, uint16_t, float, uint16_t);
PXBLAS_GEMMS (b, uint16_t, float, uint16_t);

/* The same of floats whose elements are rounded to TF32 before they are multiplied, 10 bits after the first: by tensor
   cores.  Sums and C are float.  By mma, elements half way between two numbers of TF32 are rounded
   away from 0; by wgmma, which takes floats as they are, the device may cut them.  No other function does this to floats.  */
PXBLAS_GEMMS (tf32, float, float, float);

/* The same of integers: exact, modulo 2^32.  */
PXBLAS_GEMMS (i8, int8_t, int32_t, int32_t);

/* The same of floating point of 8 bits in C of float; sums are float.  e4m3 has no infinity.  Scales of A and B are a part
   of ALPHA.  PX_ERR_UNSUPPORTED on devices before sm_89.  */
PXBLAS_GEMMS (e4m3, uint8_t, float, float);
PXBLAS_GEMMS (e5m2, uint8_t, float, float);

/* COUNT products of one shape, of matrices anywhere: a, b and c are arrays of COUNT pointers, in memory that
   the device reaches.  The kernel reads them: they can be what work before it in the stream writes.  What they lead to is
   not checked, neither here nor there: each is aligned as an element, reached by the device, and no C overlaps another one, an A, a B
   or the arrays.  Where A and B are not read, a and b may be NULL.  */
#define PXBLAS_GEMM_POINTERS(t, T, S) \
  px_status pxblas_##t##gemm_pointers (pxblas_op opa, pxblas_op opb, int64_t m, int64_t n, \
				       int64_t k, S alpha, const T *const *a, int64_t lda, \
				       const T *const *b, int64_t ldb, S beta, T *const *c, \
				       int64_t ldc, int64_t count, px_stream stream)
PXBLAS_GEMM_POINTERS (s, float, float);
PXBLAS_GEMM_POINTERS (h, uint16_t, float);
PXBLAS_GEMM_POINTERS (b, uint16_t, float);

/* A product of a list: sizes and leading dimensions as those of the functions above, which nobody checks.  Where M or N is
   not more than 0 there is no C; where K is not, A and B are not read.  */
typedef struct pxblas_gemm_problem
{
  int64_t m, n, k;
  const void *a;
  int64_t lda;
  const void *b;
  int64_t ldb;
  void *c;
  int64_t ldc;
} pxblas_gemm_problem;

/* COUNT products of different shapes by one launch: PROBLEMS, in memory that the device reaches, is read by the
   kernel, as the arrays above, and what is said there of pointers holds.  The tiles of all results have numbers, and
   as many blocks as the device holds take every so manyth: small products beside large ones leave none without work.  */
#define PXBLAS_GEMM_GROUPED(t, S) \
  px_status pxblas_##t##gemm_grouped (pxblas_op opa, pxblas_op opb, S alpha, S beta, \
				      const pxblas_gemm_problem *problems, int64_t count, \
				      px_stream stream)
PXBLAS_GEMM_GROUPED (s, float);
PXBLAS_GEMM_GROUPED (h, float);
PXBLAS_GEMM_GROUPED (b, float);

/* What is done with each sum before it is stored: C = f (alpha op (A) op (B) + beta C + bias).  */

/* f.  PXBLAS_RELU: max (x, 0).  PXBLAS_GELU: x / 2 (1 + tanh (sqrt (2 / pi) (x + 0.044715 x^3))), with
   an absolute error of at most 2^-20 |x|; of -infinity it is a NaN.  Both are a NaN of a NaN.  */
typedef enum pxblas_activation { PXBLAS_LINEAR, PXBLAS_RELU, PXBLAS_GELU } pxblas_activation;

/* None; element i of the bias for row i of C, of which it has M; or element j for column j, N.  */
typedef enum pxblas_bias { PXBLAS_NO_BIAS, PXBLAS_BIAS_ROWS, PXBLAS_BIAS_COLUMNS } pxblas_bias;

/* Zeros are what functions without options do.  BIAS is of elements of C, without gaps, one for all
   products; it is memory as the other arguments, does not overlap C, and is not read where BIAS_ALONG
   is PXBLAS_NO_BIAS.  The structure itself is read before the function returns.  */
typedef struct pxblas_gemm_options
{
  pxblas_activation activation;
  pxblas_bias bias_along;
  const void *bias;
} pxblas_gemm_options;

/* The products of pxblas_sgemm_batched and so on, with OPTIONS, or NULL.  Strides are of no meaning if
   COUNT is 1.  An activation or a side of the bias that does not exist is PX_ERR_INVALID, and so is
   a bias that is NULL.  Sums and functions are of float, and rounded once.  */
#define PXBLAS_GEMM_OPTIONS(t, T, S, U) \
  px_status pxblas_##t##gemm_options (pxblas_op opa, pxblas_op opb, int64_t m, int64_t n, int64_t k, \
				      S alpha, const T *a, int64_t lda, int64_t stride_a, \
				      const T *b, int64_t ldb, int64_t stride_b, S beta, U *c, \
				      int64_t ldc, int64_t stride_c, int64_t count, \
				      const pxblas_gemm_options *options, px_stream stream)
PXBLAS_GEMM_OPTIONS (s, float, float, float);
PXBLAS_GEMM_OPTIONS (h, uint16_t, float, uint16_t);
PXBLAS_GEMM_OPTIONS (b, uint16_t, float, uint16_t);
PXBLAS_GEMM_OPTIONS (tf32, float, float, float);
PXBLAS_GEMM_OPTIONS (e4m3, uint8_t, float, float);
PXBLAS_GEMM_OPTIONS (e5m2, uint8_t, float, float);

/* For tests and measurements: which kernel the last product that this thread has asked for has
   launched.  PXBLAS_KERNEL_NONE: it was refused, failed or had nothing to do, or there was none.
   _FMA, _FMA_128: of float, with tiles of 64 or 128 rows and columns of C.  _MMA: of all other types, by mma; _MMA_128: of
   double, with tiles of 128 x 128.  _TMA_128, _TMA_256: by tensor copies and wgmma, with tiles of 128 or
   256 rows of C.  These are taken on devices of sm_90, of all types but float and double, if A and B are read; if a, b and
   c are multiples of 16 bytes, and so are lda, ldb and ldc and, where there is more than one product, stride_a, stride_b and
   stride_c, all of them times the size of an element, and less than 2^40; and of elements that are not of 16 bits, if A is
   transposed and B is not, so that what is summed is neighbours in memory.  */
typedef enum pxblas_kernel {
  PXBLAS_KERNEL_NONE,
  PXBLAS_KERNEL_FMA,
  PXBLAS_KERNEL_MMA,
  PXBLAS_KERNEL_TMA_128,
  PXBLAS_KERNEL_TMA_256,
  PXBLAS_KERNEL_FMA_128,
  PXBLAS_KERNEL_MMA_128
} pxblas_kernel;
pxblas_kernel pxblas_gemm_kernel (void);

/* The same: to how many parts k was cut, 1 if it was not, 0 with PXBLAS_KERNEL_NONE; and how many bytes the sums of the
   parts took.  A product of few results and 1024 or more ks is cut, so that enough blocks
   take part; the parts' sums are added up in order.  Sizes, types, the kernel and a table (below) alone
   decide about it.  The library allocates this memory, at most 16 MiB, in the stream's order and frees it so.  */
int pxblas_gemm_parts (void);
size_t pxblas_gemm_workspace (void);

/* Which kernel does a product, and in how many parts, the library knows from its sizes; better from a table of px-tune(1), which
   has measured the kernels on the device.  A table is of one kind of device.  The library reads the one that the environment
   variable PXBLAS_TABLE names when the first product is asked for; if that can not be used, it says why, once, on
   standard error, and goes by what is built in.

   pxblas_table_load reads FILE instead, for this thread's device and all threads, or with NULL forgets what was read.
   PX_ERR_SYSTEM if it can not be read, PX_ERR_INVALID if it is no table, of another version, damaged, or of another
   device than this thread's; then the table from before stays.

   A row is of single products (not of a batch) of a type and operations, whose m, n and k, rounded up to powers of two, are
   those of the choice.  A kernel that can not do a product, as alignment forbids it, is passed over.  As parts are sums of
   their own, results may have other bits with a table than without.  */
typedef enum pxblas_type {
  PXBLAS_TYPE_S,
  PXBLAS_TYPE_D,
  PXBLAS_TYPE_H,
  PXBLAS_TYPE_B,
  PXBLAS_TYPE_TF32,
  PXBLAS_TYPE_I8,
  PXBLAS_TYPE_E4M3,
  PXBLAS_TYPE_E5M2,
  PXBLAS_TYPES
} pxblas_type;
typedef struct pxblas_choice
{
  pxblas_type type;
  pxblas_op opa, opb;
  int64_t m, n, k;
  pxblas_kernel kernel; /* PXBLAS_KERNEL_NONE: the library's choice */
  int parts;		/* 0: the library's choice; 1: not cut; at most 256 */
} pxblas_choice;
px_status pxblas_table_load (const char *file);

/* Writes COUNT choices, at most 65536, as a table for this thread's device.  Of equal rows the first counts.  FILE is
   written as a whole: if that fails, as when there is no room for it, what was there before stays.  */
px_status pxblas_table_write (const char *file, const pxblas_choice *choices, int64_t count);

/* For measurements: the products that this thread asks for from now on are done by KERNEL, where it can, and in so many PARTS, where
   k has 128 for each and the sums fit into 16 MiB; none and 0 are the library's choice again.  */
px_status pxblas_gemm_choose (pxblas_kernel kernel, int parts);

/* B = A^T; A is M x N, B N x M, and does not overlap A.  */
px_status pxblas_stranspose (int64_t m, int64_t n, const float *a, int64_t lda, float *b,
			     int64_t ldb, px_stream stream);
px_status pxblas_dtranspose (int64_t m, int64_t n, const double *a, int64_t lda, double *b,
			     int64_t ldb, px_stream stream);

/* ---- Many vectors ------------------------------------------------------

   COUNT vectors of N elements without gaps, at x, x + ldx, x + 2 ldx, ...: the rows of a matrix
   that is stored by rows, the columns of one that is stored by columns.  Results are at y, ldy
   apart, and do not overlap what is read.  COUNT is at most 2^23 - 1.  */

/* y[i] = exp (x[i]) / the sum of exp (x[k]), for each vector, without overflow.  -infinity gives
   0; of vectors of nothing else, or with +infinity, some results are NaN.  */
px_status pxblas_ssoftmax (int64_t n, int64_t count, const float *x, int64_t ldx, float *y,
			   int64_t ldy, px_stream stream);

/* y[i] = (x[i] - mean) / sqrt (variance + eps) gamma[i] + beta[i], for each vector; the variance is
   the mean of (x[i] - mean)^2.  GAMMA and BETA have N elements, or are NULL: 1 and 0.  */
px_status pxblas_slayer_norm (int64_t n, int64_t count, float eps, const float *gamma,
			      const float *beta, const float *x, int64_t ldx, float *y,
			      int64_t ldy, px_stream stream);

/* y[i] = x[i] / sqrt (mean of x[k]^2 + eps) gamma[i], for each vector.  GAMMA has N elements, or
   is NULL: 1.  */
px_status pxblas_srms_norm (int64_t n, int64_t count, float eps, const float *gamma,
			    const float *x, int64_t ldx, float *y, int64_t ldy,
			    px_stream stream);

/* ---- Rotary embedding ---------------------------------------------------

   COUNT vectors of HEADS heads of D elements, without gaps, as those of attention (below), at x + i * ldx.  The first
   TURNED elements of each head are pairs, and pair p of a vector is turned by the angle position / BASE^(2 p / TURNED) (Su et
   al., RoFormer); the other elements stay.  Pair p is elements p and p + TURNED / 2 of the head; with INTERLEAVED 2 p and 2 p
   + 1.  With INVERSE the angle is negative: that takes a gradient back.  */
typedef struct pxblas_rotary
{
  int64_t count, heads, d, turned;
  int64_t first; /* the position of vector 0, where there is no array of them: then vector i has FIRST + i */
  double base;	 /* 1 ... 2^1000; mostly 10000 */
  int interleaved, inverse;
} pxblas_rotary;

/* y = x, turned.  POSITIONS has COUNT elements, or is NULL.  y may be x, if ldx and ldy are equal too, or does not
   overlap it.  TURNED is even and at most D.  The error of an angle is at most 2^-21 + position 2^-46; numbers
   of 16 bits are turned as floats and rounded once.  COUNT * HEADS is at most 2^26 - 8.  The structure is read before the function
   returns.  */
px_status pxblas_srotary (const pxblas_rotary *r, const int64_t *positions, const float *x,
			  int64_t ldx, float *y, int64_t ldy, px_stream stream);
px_status pxblas_hrotary (const pxblas_rotary *r, const int64_t *positions, const uint16_t *x,
			  int64_t ldx, uint16_t *y, int64_t ldy, px_stream stream);
px_status pxblas_brotary (const pxblas_rotary *r, const int64_t *positions, const uint16_t *x,
			  int64_t ldx, uint16_t *y, int64_t ldy, px_stream stream);

/* ---- Attention ---------------------------------------------------------

   BATCH sequences of QUERIES vectors for each of HEADS heads, which look at KEYS vectors with their
   values.  Vectors have D elements, at most 256.  KEY_HEADS heads have keys and values of their own: HEADS is a multiple of
   KEY_HEADS, and neighbours among the heads share them (grouped queries).

   The vectors of all heads stand one after the other, without gaps, and those of one place in a sequence are the
   columns of a matrix: query i of head h of sequence b is at q + (b * QUERIES + i) * ldq + h * D.
   So q, k and v may be parts of one matrix, as a projection gives them.

   With CAUSAL, query i sees the keys up to i + KEYS - QUERIES only: the last query sees all.

   Sequences of different lengths have arrays on the device, which are read when the kernel runs; each is NULL
   where it does not apply.
   QUERY_STARTS, of BATCH + 1 numbers that do not descend: sequence b has vectors query_starts[b] to query_starts[b + 1] - 1
   of q and y, which have QUERIES vectors in all, and those after its own are the next one's.  A vector of no
   sequence gives 0 in y.
   KEY_STARTS: the same of k and v, of KEYS vectors in all.
   KEY_LENGTHS, of BATCH numbers: sequence b has the first key_lengths[b] keys only, of those that it would have.
   PAGES, of BATCH rows of MOST_PAGES numbers, together with KEY_LENGTHS: k and v are pages of PAGE vectors, a
   power of 2, KEYS vectors in all, and key j of sequence b is in page pages[b * MOST_PAGES + j / PAGE], the
   first page being 0 (Kwon et al., PagedAttention).
   CAUSAL takes the numbers of the sequence.  No other numbers are read than these, and no vector is read that they
   do not name: that they are within what is there is the caller's business.  */
typedef struct pxblas_attention
{
  int64_t batch, queries, keys, heads, key_heads, d;
  float scale; /* of the products of queries and keys: mostly 1 / sqrt (d) */
  int causal;
  const int32_t *query_starts, *key_starts, *key_lengths, *pages;
  int64_t page, most_pages;
} pxblas_attention;

/* y = the sum of the values of the keys that the query sees, weighted by the softmax of
   scale q k; 0 if it sees none.  LSE, of BATCH * HEADS * QUERIES elements, that of query i of head h of sequence b at
   (b * HEADS + h) * QUERIES + i, gets the logarithm of the sum of the exponentials, or is NULL.  With QUERY_STARTS it has
   HEADS * QUERIES, that of vector i at h * QUERIES + i.  By one kernel, a sequence's results do not depend on what other
   sequences there are, nor on where its vectors and pages are.

   No score is stored: memory for them is not needed (Dao et al., FlashAttention).  HEADS and
   BATCH are such that there are at most 2^31 - 256 elements in a column, 2^23 - 1 tiles of 32 vectors
   of a head, and 2^27 - 16 vectors of heads.  The structure is read before the function returns.  */
px_status pxblas_sattention (const pxblas_attention *a, const float *q, int64_t ldq, const float *k,
			     int64_t ldk, const float *v, int64_t ldv, float *y, int64_t ldy,
			     float *lse, px_stream stream);

/* The same of 16-bit numbers, by tensor cores: weights are rounded to 16 bits before they multiply
   values, sums are float, and results are rounded once.  Exponentials are those of px_fast_exp2.  If q, k and v are multiples of 16 bytes,
   and ldq, ldk, ldv and D of 8, the kernel of mma loads 16 bytes at a time; its results are the same.  On devices of sm_90
   tensor copies and wgmma do most calls: see pxblas_attention_kernel.  */
px_status pxblas_hattention (const pxblas_attention *a, const uint16_t *q, int64_t ldq,
			     const uint16_t *k, int64_t ldk, const uint16_t *v, int64_t ldv,
			     uint16_t *y, int64_t ldy, float *lse, px_stream stream);
px_status pxblas_battention (const pxblas_attention *a, const uint16_t *q, int64_t ldq,
			     const uint16_t *k, int64_t ldk, const uint16_t *v, int64_t ldv,
			     uint16_t *y, int64_t ldy, float *lse, px_stream stream);

/* For tests and measurements: which kernel the last attention, not a gradient, that this thread has asked for has launched.
   PXBLAS_KERNEL_NONE: it was refused, failed or had nothing to do, or there was none.  _FMA: of float.  _MMA: of 16 bits, by mma.
   _TMA_128: of 16 bits, by tensor copies and wgmma, with tiles of 128 queries.  This one is taken on devices of sm_90 if q, k, v
   and y are multiples of 16 bytes and D and all leading dimensions multiples of 8; if there is a key, and no array of lengths, whose
   sequences could lie beside vectors that are no numbers; if SCALE is positive and normal; and if a leading dimension, or with
   more sequences than one the vectors of each, have less than 2^39 elements, QUERIES + KEYS is less than 2^31 - 256, and the tiles
   of all heads are less than 2^31 / 384.  */
pxblas_kernel pxblas_attention_kernel (void);

/* From dy, the gradient with respect to y, those with respect to q, k and v; y and LSE are what
   pxblas_sattention gave.  Scores are computed again.  Keys in pages are refused; keys beyond a sequence's
   length, and vectors of no sequence, get 0.  */
px_status pxblas_sattention_backward (const pxblas_attention *a, const float *q, int64_t ldq,
				      const float *k, int64_t ldk, const float *v, int64_t ldv,
				      const float *y, int64_t ldy, const float *lse,
				      const float *dy, int64_t lddy, float *dq, int64_t lddq,
				      float *dk, int64_t lddk, float *dv, int64_t lddv,
				      px_stream stream);

/* The same of 16-bit numbers, by mma: y and LSE are what pxblas_hattention or pxblas_battention gave.  Weights and the gradients of
   scores are rounded to 16 bits before they multiply vectors, sums are float, and results are rounded once.  */
px_status pxblas_hattention_backward (const pxblas_attention *a, const uint16_t *q, int64_t ldq,
				      const uint16_t *k, int64_t ldk, const uint16_t *v, int64_t ldv,
				      const uint16_t *y, int64_t ldy, const float *lse,
				      const uint16_t *dy, int64_t lddy, uint16_t *dq, int64_t lddq,
				      uint16_t *dk, int64_t lddk, uint16_t *dv, int64_t lddv,
				      px_stream stream);
px_status pxblas_battention_backward (const pxblas_attention *a, const uint16_t *q, int64_t ldq,
				      const uint16_t *k, int64_t ldk, const uint16_t *v, int64_t ldv,
				      const uint16_t *y, int64_t ldy, const float *lse,
				      const uint16_t *dy, int64_t lddy, uint16_t *dq, int64_t lddq,
				      uint16_t *dk, int64_t lddk, uint16_t *dv, int64_t lddv,
				      px_stream stream);

#ifdef __cplusplus
}
#endif
#endif
