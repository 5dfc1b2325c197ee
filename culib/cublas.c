/* SPDX-License-Identifier: MIT */
/* libcublas for programs on the emulator: the functions that programs call, a few lines each,
   which use the operations of blas.c.  Macros make the functions of one type for all types.  */
#include <complex.h>
#include <math.h>
#include <string.h>

#include "culib/cublas.h"

static int
copy_vector (bool to_device, size_t size, long rows, long cols, const void *from, long lda,
	     void *to, long ldb, CUstream stream, bool wait)
{
  CUDA_MEMCPY2D c = {
    .WidthInBytes = rows * size, .Height = cols, .srcPitch = lda * size, .dstPitch = ldb * size
  };
  if (rows < 0 || cols < 0 || size == 0 || lda <= 0 || ldb <= 0)
    return INVALID_VALUE;
  if (rows == 0 || cols == 0)
    return SUCCESS;
  if (!culib_enter ())
    return NOT_INITIALIZED;
  c.srcMemoryType = to_device ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
  c.dstMemoryType = to_device ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
  c.srcHost = from, c.srcDevice = (CUdeviceptr) from;
  c.dstHost = to, c.dstDevice = (CUdeviceptr) to;
  return (wait ? cuMemcpy2D_v2 (&c) : cuMemcpy2DAsync_v2 (&c, stream))
	   ? culib_failed (to_device ? "cublasSet" : "cublasGet", MAPPING_ERROR)
	   : SUCCESS;
}

#define COPIES(name, to) \
  EXPORT int cublas##name##Vector (int n, int size, const void *x, int incx, void *y, int incy); \
  int cublas##name##Vector (int n, int size, const void *x, int incx, void *y, int incy) \
  { \
    return copy_vector (to, size, 1, n, x, incx, y, incy, NULL, true); \
  } \
  EXPORT int cublas##name##VectorAsync (int n, int size, const void *x, int incx, void *y, \
					int incy, CUstream s); \
  int cublas##name##VectorAsync (int n, int size, const void *x, int incx, void *y, int incy, \
				 CUstream s) \
  { \
    return copy_vector (to, size, 1, n, x, incx, y, incy, s, false); \
  } \
  EXPORT int cublas##name##Matrix (int m, int n, int size, const void *a, int lda, void *b, \
				   int ldb); \
  int cublas##name##Matrix (int m, int n, int size, const void *a, int lda, void *b, int ldb) \
  { \
    return copy_vector (to, size, m, n, a, lda, b, ldb, NULL, true); \
  } \
  EXPORT int cublas##name##MatrixAsync (int m, int n, int size, const void *a, int lda, void *b, \
					int ldb, CUstream s); \
  int cublas##name##MatrixAsync (int m, int n, int size, const void *a, int lda, void *b, int ldb, \
				 CUstream s) \
  { \
    return copy_vector (to, size, m, n, a, lda, b, ldb, s, false); \
  }

COPIES (Set, true)
COPIES (Get, false)

/* ---- the functions of a type ---- */

typedef const void *P;

#define FUNCTION(name, params) \
  EXPORT int name params; \
  int name params

#define TYPED(X, t) \
  FUNCTION (cublas##X##copy_v2, (H h, int n, P x, int incx, void *y, int incy)) \
  { \
    return blas_axpby (h, t, n, blas_number (t, 1, 0), x, incx, blas_number (t, 0, 0), y, incy); \
  } \
  FUNCTION (cublas##X##scal_v2, (H h, int n, P a, void *x, int incx)) \
  { \
    return blas_axpby (h, t, n, blas_scalar (h, t, a), x, incx, blas_number (t, 0, 0), x, incx); \
  } \
  FUNCTION (cublas##X##axpy_v2, (H h, int n, P a, P x, int incx, void *y, int incy)) \
  { \
    return blas_axpby (h, t, n, blas_scalar (h, t, a), x, incx, blas_number (t, 1, 0), y, incy); \
  } \
  FUNCTION (cublas##X##swap_v2, (H h, int n, void *x, int incx, void *y, int incy)) \
  { \
    return blas_rot (h, t, n, x, incx, y, incy, NULL, NULL, false); \
  } \
  FUNCTION (cublas##X##rot_v2, (H h, int n, void *x, int incx, void *y, int incy, P c, P s)) \
  { \
    return !c || !s ? INVALID_VALUE : blas_rot (h, t, n, x, incx, y, incy, c, s, false); \
  } \
  FUNCTION (cublas##X##gemv_v2, (H h, int ta, int m, int n, P al, P a, int lda, P x, int incx, \
				 P be, void *y, int incy)) \
  { \
    return blas_at_least (lda, m) \
	     ? INVALID_VALUE \
	     : blas_times_vector (h, t, ta == OP_N ? m : n, ta == OP_N ? n : m, \
				  blas_conj_of (t, ta, CULIB_CONJ_A), blas_scalar (h, t, al), \
				  blas_operand (a, lda, ta), x, incx, blas_scalar (h, t, be), y, \
				  incy); \
  } \
  FUNCTION (cublas##X##symv_v2, \
	    (H h, int fill, int n, P al, P a, int lda, P x, int incx, P be, void *y, int incy)) \
  { \
    return blas_times_vector (h, t, n, n, CULIB_SYMMETRIC | blas_triangle_of (fill, OP_N), \
			      blas_scalar (h, t, al), blas_operand (a, lda, OP_N), x, incx, \
			      blas_scalar (h, t, be), y, incy); \
  } \
  FUNCTION (cublas##X##trmv_v2, \
	    (H h, int fill, int ta, int unit, int n, P a, int lda, void *x, int incx)) \
  { \
    return blas_trmv (h, t, fill, ta, unit, n, a, lda, x, incx); \
  } \
  FUNCTION (cublas##X##trsv_v2, \
	    (H h, int fill, int ta, int unit, int n, P a, int lda, void *x, int incx)) \
  { \
    return blas_trsv (h, t, fill, ta, unit, n, a, lda, x, incx); \
  } \
  FUNCTION (cublas##X##syr_v2, (H h, int fill, int n, P al, P x, int incx, void *a, int lda)) \
  { \
    return blas_outer (h, t, n, n, 0, blas_triangle_of (fill, OP_N), blas_scalar (h, t, al), x, \
		       incx, x, incx, a, lda); \
  } \
  FUNCTION (cublas##X##gemm_v2, (H h, int ta, int tb, int m, int n, int k, P al, P a, int lda, \
				 P b, int ldb, P be, void *c, int ldc)) \
  { \
    return blas_gemm (h, t, ta, tb, m, n, k, blas_scalar (h, t, al), a, lda, b, ldb, \
		      blas_scalar (h, t, be), c, ldc, blas_single); \
  } \
  FUNCTION (cublas##X##gemmBatched, (H h, int ta, int tb, int m, int n, int k, P al, P a, int lda, \
				     P b, int ldb, P be, void *c, int ldc, int count)) \
  { \
    return blas_gemm (h, t, ta, tb, m, n, k, blas_scalar (h, t, al), a, lda, b, ldb, \
		      blas_scalar (h, t, be), c, ldc, (struct batch){ 0, 0, 0, true, count }); \
  } \
  FUNCTION (cublas##X##gemmStridedBatched, \
	    (H h, int ta, int tb, int m, int n, int k, P al, P a, int lda, long long za, P b, \
	     int ldb, long long zb, P be, void *c, int ldc, long long zc, int count)) \
  { \
    return blas_gemm (h, t, ta, tb, m, n, k, blas_scalar (h, t, al), a, lda, b, ldb, \
		      blas_scalar (h, t, be), c, ldc, (struct batch){ za, zb, zc, false, count }); \
  } \
  FUNCTION (cublas##X##symm_v2, (H h, int side, int fill, int m, int n, P al, P a, int lda, P b, \
				 int ldb, P be, void *c, int ldc)) \
  { \
    return blas_one_sided (h, t, side, CULIB_SYMMETRIC | blas_triangle_of (fill, OP_N), m, n, \
			   blas_scalar (h, t, al), blas_operand (a, lda, OP_N), b, ldb, \
			   blas_scalar (h, t, be), c, ldc); \
  } \
  FUNCTION (cublas##X##syrk_v2, \
	    (H h, int fill, int ta, int n, int k, P al, P a, int lda, P be, void *c, int ldc)) \
  { \
    return blas_rank_k (h, t, fill, ta, false, n, k, blas_scalar (h, t, al), a, lda, a, lda, \
			blas_scalar (h, t, be), c, ldc, false); \
  } \
  FUNCTION (cublas##X##syrkx, (H h, int fill, int ta, int n, int k, P al, P a, int lda, P b, \
			       int ldb, P be, void *c, int ldc)) \
  { \
    return blas_rank_k (h, t, fill, ta, false, n, k, blas_scalar (h, t, al), a, lda, b, ldb, \
			blas_scalar (h, t, be), c, ldc, false); \
  } \
  FUNCTION (cublas##X##syr2k_v2, (H h, int fill, int ta, int n, int k, P al, P a, int lda, P b, \
				  int ldb, P be, void *c, int ldc)) \
  { \
    return blas_rank_k (h, t, fill, ta, false, n, k, blas_scalar (h, t, al), a, lda, b, ldb, \
			blas_scalar (h, t, be), c, ldc, true); \
  } \
  FUNCTION (cublas##X##trmm_v2, (H h, int side, int fill, int ta, int unit, int m, int n, P al, \
				 P a, int lda, P b, int ldb, void *c, int ldc)) \
  { \
    return blas_trmm (h, t, side, fill, ta, unit, m, n, blas_scalar (h, t, al), a, lda, b, ldb, c, \
		      ldc); \
  } \
  FUNCTION (cublas##X##trsm_v2, (H h, int side, int fill, int ta, int unit, int m, int n, P al, \
				 P a, int lda, void *b, int ldb)) \
  { \
    return blas_solve (h, t, side, fill, ta, unit, m, n, blas_scalar (h, t, al), \
		       blas_operand (a, lda, ta), blas_operand (b, ldb, OP_N), 1); \
  } \
  FUNCTION (cublas##X##trsmBatched, (H h, int side, int fill, int ta, int unit, int m, int n, \
				     P al, P a, int lda, P b, int ldb, int count)) \
  { \
    struct matrix A = blas_operand (NULL, lda, ta), B = blas_operand (NULL, ldb, OP_N); \
    A.each = a, B.each = b; \
    return blas_solve (h, t, side, fill, ta, unit, m, n, blas_scalar (h, t, al), A, B, count); \
  } \
  FUNCTION (cublas##X##geam, (H h, int ta, int tb, int m, int n, P al, P a, int lda, P be, P b, \
			      int ldb, void *c, int ldc)) \
  { \
    return blas_geam (h, t, m, n, \
		      blas_conj_of (t, ta, CULIB_CONJ_A) | blas_conj_of (t, tb, CULIB_CONJ_B), 0, \
		      blas_scalar (h, t, al), blas_operand (a, lda, ta), blas_scalar (h, t, be), \
		      blas_operand (b, ldb, tb), c, ldc); \
  } \
  FUNCTION (cublas##X##dgmm, \
	    (H h, int side, int m, int n, P a, int lda, P x, int incx, void *c, int ldc)) \
  { \
    struct scalar one = blas_number (t, 1, 0); \
    return blas_geam (h, t, m, n, 0, side == SIDE_LEFT ? 1 : 2, one, blas_operand (a, lda, OP_N), \
		      one, blas_vector (t, side == SIDE_LEFT ? m : n, x, incx), c, ldc); \
  } \
  FUNCTION (cublas##X##getrfBatched, (H h, int n, P a, int lda, int *pivot, int *info, int count)) \
  { \
    long ld = lda; \
    return n < 0 || blas_at_least (lda, n) \
	     ? INVALID_VALUE \
	     : blas_launch (h, t, "getrf", count, ARGS (&n, &count, &a, &ld, &pivot, &info)); \
  } \
  FUNCTION (cublas##X##getriBatched, \
	    (H h, int n, P a, int lda, const int *pivot, P c, int ldc, int *info, int count)) \
  { \
    long la = lda, lc = ldc; \
    return n < 0 || blas_at_least (lda, n) || blas_at_least (ldc, n) \
	     ? INVALID_VALUE \
	     : blas_launch (h, t, "getri", (long) n * count, \
			    ARGS (&n, &count, &a, &la, &pivot, &c, &lc, &info)); \
  } \
  FUNCTION (cublasXt##X##gemm, (H h, int ta, int tb, size_t m, size_t n, size_t k, P al, P a, \
				size_t lda, P b, size_t ldb, P be, void *c, size_t ldc)) \
  { \
    return gemm_of_host (h, t, ta, tb, m, n, k, al, a, lda, b, ldb, be, c, ldc); \
  }

/* cublasXt: operands may be in host or device memory, and the call waits.  */
static int
gemm_of_host (H h, const char *type, int ta, int tb, size_t m, size_t n, size_t k, P alpha, P a,
	      size_t lda, P b, size_t ldb, P beta, void *c, size_t ldc)
{
  size_t size = blas_size_of (type);
  size_t bytes[3]
    = { lda * (ta == OP_N ? k : m) * size, ldb * (tb == OP_N ? n : k) * size, ldc * n * size };
  const void *from[3] = { a, b, c };
  CUdeviceptr d[3] = { 0, 0, 0 };
  int r = blas_ready (h);
  if (!r
      && (m > INT32_MAX || n > INT32_MAX || k > INT32_MAX || lda > INT32_MAX || ldb > INT32_MAX
	  || ldc > INT32_MAX))
    r = NOT_SUPPORTED;
  for (int i = 0; i < 3 && !r; i++)
    if (bytes[i]
	&& (cuMemAlloc_v2 (&d[i], bytes[i]) || cuMemcpy (d[i], (CUdeviceptr) from[i], bytes[i])))
      r = ALLOC_FAILED;
  if (!r)
    r = blas_gemm (h, type, ta, tb, m, n, k, blas_scalar (h, type, alpha), (void *) d[0], lda,
		   (void *) d[1], ldb, blas_scalar (h, type, beta), (void *) d[2], ldc,
		   blas_single);
  if (!r
      && (cuStreamSynchronize (h->stream)
	  || (bytes[2] && cuMemcpy ((CUdeviceptr) c, d[2], bytes[2]))))
    r = EXECUTION_FAILED;
  for (int i = 0; i < 3; i++)
    if (d[i])
      cuMemFree_v2 (d[i]);
  return r;
}

TYPED (S, "s")
TYPED (D, "d")
TYPED (C, "c")
TYPED (Z, "z")

#define REAL(X, t) \
  FUNCTION (cublas##X##dot_v2, (H h, int n, P x, int incx, P y, int incy, void *r)) \
  { \
    return blas_reduce (h, t, CULIB_DOT, n, x, incx, y, incy, r, blas_size_of (t)); \
  } \
  FUNCTION (cublas##X##ger_v2, \
	    (H h, int m, int n, P al, P x, int incx, P y, int incy, void *a, int lda)) \
  { \
    return blas_outer (h, t, m, n, 0, 0, blas_scalar (h, t, al), x, incx, y, incy, a, lda); \
  } \
  FUNCTION (cublas##X##rotg_v2, (H h, void *a, void *b, void *c, void *s)) \
  { \
    return rotg (h, t, a, b, c, s); \
  }

/* The rotation that maps (a, b) to (r, 0), as BLAS defines it.  */
static int
rotg (H h, const char *type, void *pa, void *pb, void *pc, void *ps)
{
  bool wide = *type == 'd';
  if (!h || h->pointer_mode)
    return h ? NOT_SUPPORTED : NOT_INITIALIZED;
  double a = wide ? *(double *) pa : *(float *) pa, b = wide ? *(double *) pb : *(float *) pb;
  double r = copysign (hypot (a, b), fabs (a) > fabs (b) ? a : b), c = r ? a / r : 1,
	 s = r ? b / r : 0;
  double z = r == 0 ? 0 : fabs (a) > fabs (b) ? s : c ? 1 / c : 1, out[4] = { r, z, c, s };
  void *to[4] = { pa, pb, pc, ps };
  for (int i = 0; i < 4; i++)
    if (wide)
      *(double *) to[i] = out[i];
    else
      *(float *) to[i] = out[i];
  return SUCCESS;
}

#define COMPLEX(X, t) \
  FUNCTION (cublas##X##dotu_v2, (H h, int n, P x, int incx, P y, int incy, void *r)) \
  { \
    return blas_reduce (h, t, CULIB_DOT, n, x, incx, y, incy, r, blas_size_of (t)); \
  } \
  FUNCTION (cublas##X##dotc_v2, (H h, int n, P x, int incx, P y, int incy, void *r)) \
  { \
    return blas_reduce (h, t, CULIB_DOTC, n, x, incx, y, incy, r, blas_size_of (t)); \
  } \
  FUNCTION (cublas##X##geru_v2, \
	    (H h, int m, int n, P al, P x, int incx, P y, int incy, void *a, int lda)) \
  { \
    return blas_outer (h, t, m, n, 0, 0, blas_scalar (h, t, al), x, incx, y, incy, a, lda); \
  } \
  FUNCTION (cublas##X##gerc_v2, \
	    (H h, int m, int n, P al, P x, int incx, P y, int incy, void *a, int lda)) \
  { \
    return blas_outer (h, t, m, n, CULIB_CONJ_B, 0, blas_scalar (h, t, al), x, incx, y, incy, a, \
		       lda); \
  } \
  FUNCTION (cublas##X##hemv_v2, \
	    (H h, int fill, int n, P al, P a, int lda, P x, int incx, P be, void *y, int incy)) \
  { \
    return blas_times_vector (h, t, n, n, \
			      CULIB_SYMMETRIC | CULIB_HERMITIAN | blas_triangle_of (fill, OP_N), \
			      blas_scalar (h, t, al), blas_operand (a, lda, OP_N), x, incx, \
			      blas_scalar (h, t, be), y, incy); \
  } \
  FUNCTION (cublas##X##hemm_v2, (H h, int side, int fill, int m, int n, P al, P a, int lda, P b, \
				 int ldb, P be, void *c, int ldc)) \
  { \
    return blas_one_sided (h, t, side, \
			   CULIB_SYMMETRIC | CULIB_HERMITIAN | blas_triangle_of (fill, OP_N), m, \
			   n, blas_scalar (h, t, al), blas_operand (a, lda, OP_N), b, ldb, \
			   blas_scalar (h, t, be), c, ldc); \
  } \
  FUNCTION (cublas##X##herk_v2, \
	    (H h, int fill, int ta, int n, int k, P al, P a, int lda, P be, void *c, int ldc)) \
  { \
    int r = h ? SUCCESS : NOT_INITIALIZED; \
    struct scalar alpha = blas_real_scalar (h, t, al, &r), beta = blas_real_scalar (h, t, be, &r); \
    return r ? r \
	     : blas_rank_k (h, t, fill, ta, true, n, k, alpha, a, lda, a, lda, beta, c, ldc, \
			    false); \
  } \
  FUNCTION (cublas##X##her2k_v2, (H h, int fill, int ta, int n, int k, P al, P a, int lda, P b, \
				  int ldb, P be, void *c, int ldc)) \
  { \
    int r = h ? SUCCESS : NOT_INITIALIZED; \
    struct scalar beta = blas_real_scalar (h, t, be, &r); \
    return r ? r \
	     : blas_rank_k (h, t, fill, ta, true, n, k, blas_scalar (h, t, al), a, lda, b, ldb, \
			    beta, c, ldc, true); \
  }

/* The functions of a type whose names do not follow the common pattern.  */
#define NAMED(nrm2, asum, amax, amin, t, bytes) \
  FUNCTION (nrm2, (H h, int n, P x, int incx, void *r)) \
  { \
    return blas_reduce (h, t, CULIB_NORM, n, x, incx, x, incx, r, bytes); \
  } \
  FUNCTION (asum, (H h, int n, P x, int incx, void *r)) \
  { \
    return blas_reduce (h, t, CULIB_SUM, n, x, incx, x, incx, r, bytes); \
  } \
  FUNCTION (amax, (H h, int n, P x, int incx, int *r)) \
  { \
    return blas_reduce (h, t, CULIB_MOST, n, x, incx, x, incx, r, 4); \
  } \
  FUNCTION (amin, (H h, int n, P x, int incx, int *r)) \
  { \
    return blas_reduce (h, t, CULIB_LEAST, n, x, incx, x, incx, r, 4); \
  }

#define BY_REAL(scal, rotate, t) \
  FUNCTION (scal, (H h, int n, P a, void *x, int incx)) \
  { \
    int r = h ? SUCCESS : NOT_INITIALIZED; \
    struct scalar s = blas_real_scalar (h, t, a, &r); \
    return r ? r : blas_axpby (h, t, n, s, x, incx, blas_number (t, 0, 0), x, incx); \
  } \
  FUNCTION (rotate, (H h, int n, void *x, int incx, void *y, int incy, P c, P s)) \
  { \
    return !c || !s ? INVALID_VALUE : blas_rot (h, t, n, x, incx, y, incy, c, s, true); \
  }

REAL (S, "s")
REAL (D, "d")
COMPLEX (C, "c")
COMPLEX (Z, "z")
NAMED (cublasSnrm2_v2, cublasSasum_v2, cublasIsamax_v2, cublasIsamin_v2, "s", 4)
NAMED (cublasDnrm2_v2, cublasDasum_v2, cublasIdamax_v2, cublasIdamin_v2, "d", 8)
NAMED (cublasScnrm2_v2, cublasScasum_v2, cublasIcamax_v2, cublasIcamin_v2, "c", 4)
NAMED (cublasDznrm2_v2, cublasDzasum_v2, cublasIzamax_v2, cublasIzamin_v2, "z", 8)
BY_REAL (cublasCsscal_v2, cublasCsrot_v2, "c")
BY_REAL (cublasZdscal_v2, cublasZdrot_v2, "z")

/* ---- products of mixed types ---- */

FUNCTION (cublasGemmEx,
	  (H h, int ta, int tb, int m, int n, int k, P al, P a, int at, int lda, P b, int bt,
	   int ldb, P be, void *c, int ct, int ldc, int compute, int algorithm))
{
  (void) algorithm;
  return blas_gemm_ex (h, ta, tb, m, n, k, al, a, at, lda, b, bt, ldb, be, c, ct, ldc, blas_single,
		       compute);
}

FUNCTION (cublasGemmBatchedEx,
	  (H h, int ta, int tb, int m, int n, int k, P al, P a, int at, int lda, P b, int bt,
	   int ldb, P be, void *c, int ct, int ldc, int count, int compute, int algorithm))
{
  (void) algorithm;
  return blas_gemm_ex (h, ta, tb, m, n, k, al, a, at, lda, b, bt, ldb, be, c, ct, ldc,
		       (struct batch){ 0, 0, 0, true, count }, compute);
}

FUNCTION (cublasGemmStridedBatchedEx,
	  (H h, int ta, int tb, int m, int n, int k, P al, P a, int at, int lda, long long za, P b,
	   int bt, int ldb, long long zb, P be, void *c, int ct, int ldc, long long zc, int count,
	   int compute, int algorithm))
{
  (void) algorithm;
  return blas_gemm_ex (h, ta, tb, m, n, k, al, a, at, lda, b, bt, ldb, be, c, ct, ldc,
		       (struct batch){ za, zb, zc, false, count }, compute);
}

FUNCTION (cublasSgemmEx, (H h, int ta, int tb, int m, int n, int k, P al, P a, int at, int lda, P b,
			  int bt, int ldb, P be, void *c, int ct, int ldc))
{
  return blas_gemm_ex (h, ta, tb, m, n, k, al, a, at, lda, b, bt, ldb, be, c, ct, ldc, blas_single,
		       0);
}

FUNCTION (cublasHgemm, (H h, int ta, int tb, int m, int n, int k, P al, P a, int lda, P b, int ldb,
			P be, void *c, int ldc))
{
  return blas_gemm_ex (h, ta, tb, m, n, k, al, a, TYPE_16F, lda, b, TYPE_16F, ldb, be, c, TYPE_16F,
		       ldc, blas_single, COMPUTE_16F);
}

FUNCTION (cublasHgemmBatched, (H h, int ta, int tb, int m, int n, int k, P al, P a, int lda, P b,
			       int ldb, P be, void *c, int ldc, int count))
{
  return blas_gemm_ex (h, ta, tb, m, n, k, al, a, TYPE_16F, lda, b, TYPE_16F, ldb, be, c, TYPE_16F,
		       ldc, (struct batch){ 0, 0, 0, true, count }, COMPUTE_16F);
}

FUNCTION (cublasHgemmStridedBatched,
	  (H h, int ta, int tb, int m, int n, int k, P al, P a, int lda, long long za, P b, int ldb,
	   long long zb, P be, void *c, int ldc, long long zc, int count))
{
  return blas_gemm_ex (h, ta, tb, m, n, k, al, a, TYPE_16F, lda, b, TYPE_16F, ldb, be, c, TYPE_16F,
		       ldc, (struct batch){ za, zb, zc, false, count }, COMPUTE_16F);
}

FUNCTION (cublasXtCreate, (H * h))
{
  return cublasCreate_v2 (h);
}

FUNCTION (cublasXtDestroy, (H h))
{
  return cublasDestroy_v2 (h);
}

FUNCTION (cublasXtDeviceSelect, (H h, int n, const int *devices))
{
  return !h ? NOT_INITIALIZED : n < 1 || !devices ? INVALID_VALUE : SUCCESS;
}

FUNCTION (cublasXtSetBlockDim, (H h, int n))
{
  return !h ? NOT_INITIALIZED : n < 1 ? INVALID_VALUE : SUCCESS;
}

FUNCTION (cublasXtSetPinningMemMode, (H h, int mode))
{
  (void) mode;
  return h ? SUCCESS : NOT_INITIALIZED;
}

#define CULIB_REFUSED(name) \
  FUNCTION (name, (void) ) \
  { \
    static bool told; \
    culib_refuse (#name, &told); \
    return NOT_SUPPORTED; \
  }

#include "culib/cublas-refused.def"
