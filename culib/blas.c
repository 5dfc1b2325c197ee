/* SPDX-License-Identifier: MIT */
/* The operations of libcublas.  A call launches one kernel of blas-kernels.c, or a few,
   in the handle's stream, so that it is captured, ordered and checked like the program's own
   kernels.  Most of BLAS is a product of matrices (gemm.inc): vectors are matrices of one column.

   Needs a handle, which cublasCreate in this file makes.  Every function returns a status.  */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "culib/cublas.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;

static CUlibrary library;

static const char kernels[] =
#include "culib/blas-text.h"
  ;

static void
load (void)
{
  if (cuLibraryLoadData (&library, kernels, NULL, NULL, 0, NULL, NULL, 0))
    library = NULL;
}

int
blas_ready (H h)
{
  return !h ? NOT_INITIALIZED : culib_enter () ? SUCCESS : EXECUTION_FAILED;
}

int
blas_launch (H h, const char *type, const char *op, long threads, void **args)
{
  char name[24];
  CUkernel k;
  unsigned block = strcmp (op, "reduce") ? THREADS : ONE_BLOCK;
  int r = blas_ready (h);
  if (r || threads <= 0)
    return r;
  snprintf (name, sizeof name, "%s%s", type, op);
  if (cuLibraryGetKernel (&k, library, name))
    return INTERNAL_ERROR;
  return cuLaunchKernel ((CUfunction) k, (threads + block - 1) / block, 1, 1, block, 1, 1,
			 block == ONE_BLOCK ? SHARED : 0, h->stream, args, NULL)
	   ? EXECUTION_FAILED
	   : SUCCESS;
}

static bool
is_complex (const char *type)
{
  return *type == 'c' || *type == 'z';
}

long
blas_size_of (const char *type)
{
  return *type == 's'			? 4
	 : *type == 'z'			? 16
	 : *type == 'h' || *type == 'b' ? 2
	 : *type == 'i'			? 1
					: 8;
}

static float
of_half (unsigned x)
{
  int e = x >> 10 & 31;
  float f = x & 0x3ff;
  f = e == 31 ? (f ? NAN : INFINITY) : e ? ldexpf (f + 0x400, e - 25) : ldexpf (f, -24);
  return x & 0x8000 ? -f : f;
}

struct scalar
blas_number (const char *type, double re, double im)
{
  struct scalar s = { .p = NULL };
  if (*type == 'd' || *type == 'z')
    s.re.d = re, s.im.d = im;
  else if (!strcmp (type, "ii"))
    s.re.i = re, s.im.i = im;
  else
    s.re.f = re, s.im.f = im;
  return s;
}

struct scalar
blas_scalar (H h, const char *type, const void *p)
{
  struct scalar s = { .p = p };
  if (!h || h->pointer_mode || !p)
    return s;
  switch (*type)
    {
    case 'd': return blas_number (type, *(const double *) p, 0);
    case 'c': return blas_number (type, ((const float *) p)[0], ((const float *) p)[1]);
    case 'z': return blas_number (type, ((const double *) p)[0], ((const double *) p)[1]);
    default:
      return strcmp (type, "ii") ? blas_number (type, *(const float *) p, 0)
				 : blas_number (type, *(const int *) p, 0);
    }
}

struct scalar
blas_real_scalar (H h, const char *type, const void *p, int *r)
{
  if (!is_complex (type))
    return blas_scalar (h, type, p);
  if (h && h->pointer_mode)
    *r = NOT_SUPPORTED;
  return blas_number (type, *r ? 0 : *type == 'c' ? *(const float *) p : *(const double *) p, 0);
}

struct matrix
blas_operand (const void *a, long ld, int op)
{
  return op == OP_N ? (struct matrix){ a, 0, 1, ld, NULL } : (struct matrix){ a, 0, ld, 1, NULL };
}

struct matrix
blas_vector (const char *type, int n, const void *x, long inc)
{
  return (struct matrix){ (const char *) x + (inc < 0 ? (1 - n) * inc * blas_size_of (type) : 0), 0,
			  inc, 0, NULL };
}

static struct matrix
turned (struct matrix m)
{
  return (struct matrix){ m.base, m.z, m.j, m.i, m.each };
}

int
blas_conj_of (const char *type, int op, int flag)
{
  return op == OP_C && is_complex (type) ? flag : 0;
}

/* Launches C = alpha A B + beta C for COUNT triples.  */
static int
product (H h, const char *type, int m, int n, int k, int how, int triangle, struct scalar alpha,
	 struct matrix a, struct matrix b, struct scalar beta, struct matrix c, int count)
{
  if (m < 0 || n < 0 || k < 0 || count < 0)
    return INVALID_VALUE;
  bool plain = how == 0 && triangle == 0;
  long rows = (m + 31L) / 32 * 32, columns = plain ? (n + CULIB_COLS - 1L) / CULIB_COLS : n;
  if (rows * columns * count > INT32_MAX)
    return NOT_SUPPORTED;
  return blas_launch (h, type, plain ? "gemm" : "gemh", rows * columns * count,
		      ARGS (&m, &n, &k, &count, &alpha.re, &alpha.im, &alpha.p, &a.base, &a.z, &a.i,
			    &a.j, &a.each, &b.base, &b.z, &b.i, &b.j, &b.each, &beta.re, &beta.im,
			    &beta.p, &c.base, &c.z, &c.i, &c.j, &c.each, &how, &triangle));
}

int
blas_at_least (int ld, int rows)
{
  return ld < (rows > 1 ? rows : 1);
}

int
blas_gemm (H h, const char *type, int ta, int tb, int m, int n, int k, struct scalar alpha,
	   const void *a, int lda, const void *b, int ldb, struct scalar beta, void *c, int ldc,
	   struct batch z)
{
  struct matrix A = blas_operand (a, lda, ta), B = blas_operand (b, ldb, tb),
		C = blas_operand (c, ldc, OP_N);
  if (m < 0 || n < 0 || k < 0 || blas_at_least (lda, ta == OP_N ? m : k)
      || blas_at_least (ldb, tb == OP_N ? k : n) || blas_at_least (ldc, m))
    return INVALID_VALUE;
  A.z = z.a, B.z = z.b, C.z = z.c;
  if (z.each)
    A.each = a, B.each = b, C.each = c;
  return product (h, type, m, n, k,
		  blas_conj_of (type, ta, CULIB_CONJ_A) | blas_conj_of (type, tb, CULIB_CONJ_B), 0,
		  alpha, A, B, beta, C, z.count);
}

/* Returns the kernels' prefix for elements and result of these types; NULL if there are none.  */
static const char *
types (int a, int b, int c)
{
  static const struct
  {
    int in, out;
    const char *type;
  } known[] = { { TYPE_32F, TYPE_32F, "s" },	{ TYPE_64F, TYPE_64F, "d" },
		{ TYPE_C32F, TYPE_C32F, "c" },	{ TYPE_C64F, TYPE_C64F, "z" },
		{ TYPE_16F, TYPE_16F, "hh" },	{ TYPE_16F, TYPE_32F, "hs" },
		{ TYPE_16BF, TYPE_16BF, "bb" }, { TYPE_16BF, TYPE_32F, "bs" },
		{ TYPE_8I, TYPE_32I, "ii" },	{ TYPE_8I, TYPE_32F, "is" } };
  for (size_t i = 0; a == b && i < sizeof known / sizeof *known; i++)
    if (known[i].in == a && known[i].out == c)
      return known[i].type;
  return NULL;
}

/* Reads the scalars of COMPUTE, a cublasComputeType_t.  Halves must be in host memory.  */
static int
scalar_ex (H h, const char *type, int compute, const void *p, struct scalar *s)
{
  if (!type || !h || !p || (compute / 2 == COMPUTE_16F / 2 && h->pointer_mode))
    return !h ? NOT_INITIALIZED : !p ? INVALID_VALUE : NOT_SUPPORTED;
  *s = compute / 2 == COMPUTE_16F / 2 ? blas_number (type, of_half (*(const uint16_t *) p), 0)
				      : blas_scalar (h, type, p);
  return SUCCESS;
}

int
blas_gemm_ex (H h, int ta, int tb, int m, int n, int k, const void *alpha, const void *a, int at,
	      int lda, const void *b, int bt, int ldb, const void *beta, void *c, int ct, int ldc,
	      struct batch z, int compute)
{
  const char *type = types (at, bt, ct);
  struct scalar al, be;
  int r = scalar_ex (h, type, compute, alpha, &al);
  if (!r)
    r = scalar_ex (h, type, compute, beta, &be);
  return r ? r : blas_gemm (h, type, ta, tb, m, n, k, al, a, lda, b, ldb, be, c, ldc, z);
}

int
blas_times_vector (H h, const char *type, int m, int n, int how, struct scalar alpha,
		   struct matrix a, const void *x, int incx, struct scalar beta, void *y, int incy)
{
  if (!incx || !incy || m < 0 || n < 0)
    return INVALID_VALUE;
  return product (h, type, m, 1, n, how, 0, alpha, a, blas_vector (type, n, x, incx), beta,
		  blas_vector (type, m, y, incy), 1);
}

int
blas_outer (H h, const char *type, int m, int n, int how, int triangle, struct scalar alpha,
	    const void *x, int incx, const void *y, int incy, void *a, int lda)
{
  if (!incx || !incy || blas_at_least (lda, m))
    return INVALID_VALUE;
  return product (h, type, m, n, 1, how, triangle, alpha, blas_vector (type, m, x, incx),
		  turned (blas_vector (type, n, y, incy)), blas_number (type, 1, 0),
		  blas_operand (a, lda, OP_N), 1);
}

int
blas_triangle_of (int fill, int op)
{
  return (fill == FILL_LOWER) == (op == OP_N) ? CULIB_LOWER : CULIB_UPPER;
}

int
blas_one_sided (H h, const char *type, int side, int how, int m, int n, struct scalar alpha,
		struct matrix a, const void *b, int ldb, struct scalar beta, void *c, int ldc)
{
  struct matrix B = blas_operand (b, ldb, OP_N), C = blas_operand (c, ldc, OP_N);
  if (m < 0 || n < 0 || blas_at_least (ldb, m) || blas_at_least (ldc, m))
    return INVALID_VALUE;
  if (side == SIDE_LEFT)
    return product (h, type, m, n, m, how, 0, alpha, a, B, beta, C, 1);
  /* C' = A' B', and A' stores in the other triangle what A stores in one.  */
  how ^= how & (CULIB_LOWER | CULIB_UPPER) ? CULIB_LOWER | CULIB_UPPER : 0;
  return product (h, type, n, m, n, how, 0, alpha, turned (a), turned (B), beta, turned (C), 1);
}

int
blas_geam (H h, const char *type, int m, int n, int how, int diagonal, struct scalar alpha,
	   struct matrix a, struct scalar beta, struct matrix b, void *c, int ldc)
{
  long ld = ldc;
  return m < 0 || n < 0 || blas_at_least (ldc, m)
	   ? INVALID_VALUE
	   : blas_launch (h, type, "geam", (long) m * n,
			  ARGS (&m, &n, &how, &diagonal, &alpha.re, &alpha.im, &alpha.p, &a.base,
				&a.i, &a.j, &beta.re, &beta.im, &beta.p, &b.base, &b.i, &b.j, &c,
				&ld));
}

int
blas_trmm (H h, const char *type, int side, int fill, int op, int unit, int m, int n,
	   struct scalar alpha, const void *a, int lda, const void *b, int ldb, void *c, int ldc)
{
  CUdeviceptr copy = 0;
  int r = blas_ready (h),
      how = CULIB_TRIANGULAR | blas_triangle_of (fill, op) | (unit ? CULIB_UNIT : 0);
  if (r || m <= 0 || n <= 0)
    return r ? r : m < 0 || n < 0 ? INVALID_VALUE : SUCCESS;
  if (b == c)
    {
      struct scalar none = blas_number (type, 0, 0);
      if (cuMemAllocAsync (&copy, (size_t) m * n * blas_size_of (type), h->stream))
	return ALLOC_FAILED;
      r = blas_geam (h, type, m, n, 0, 0, blas_number (type, 1, 0), blas_operand (b, ldb, OP_N),
		     none, blas_operand (NULL, 0, OP_N), (void *) copy, m);
      b = (void *) copy, ldb = m;
    }
  if (!r)
    r = blas_one_sided (h, type, side, how | blas_conj_of (type, op, CULIB_CONJ_A), m, n, alpha,
			blas_operand (a, lda, op), b, ldb, blas_number (type, 0, 0), c, ldc);
  if (copy)
    cuMemFreeAsync (copy, h->stream);
  return r;
}

int
blas_solve (H h, const char *type, int side, int fill, int op, int unit, int m, int n,
	    struct scalar alpha, struct matrix a, struct matrix x, int count)
{
  int how
    = blas_triangle_of (fill, op) | (unit ? CULIB_UNIT : 0) | blas_conj_of (type, op, CULIB_CONJ_A);
  if (m < 0 || n < 0 || count < 0)
    return INVALID_VALUE;
  if (side == SIDE_RIGHT)
    {
      int t = m;
      m = n, n = t;
      how ^= CULIB_LOWER | CULIB_UPPER;
      a = turned (a), x = turned (x);
    }
  return m == 0
	   ? SUCCESS
	   : blas_launch (h, type, "trsm", (long) n * count,
			  ARGS (&m, &n, &count, &how, &alpha.re, &alpha.im, &alpha.p, &a.base, &a.z,
				&a.i, &a.j, &a.each, &x.base, &x.z, &x.i, &x.j, &x.each));
}

int
blas_trsv (H h, const char *type, int fill, int op, int unit, int n, const void *a, int lda,
	   void *x, int incx)
{
  return !incx || blas_at_least (lda, n)
	   ? INVALID_VALUE
	   : blas_solve (h, type, SIDE_LEFT, fill, op, unit, n, 1, blas_number (type, 1, 0),
			 blas_operand (a, lda, op), blas_vector (type, n, x, incx), 1);
}

int
blas_axpby (H h, const char *type, int n, struct scalar a, const void *x, int incx, struct scalar b,
	    void *y, int incy)
{
  struct matrix X = blas_vector (type, n, x, incx), Y = blas_vector (type, n, y, incy);
  return blas_launch (h, type, "axpby", n,
		      ARGS (&n, &a.re, &a.im, &a.p, &X.base, &X.i, &b.re, &b.im, &b.p, &Y.base,
			    &Y.i));
}

int
blas_trmv (H h, const char *type, int fill, int op, int unit, int n, const void *a, int lda,
	   void *x, int incx)
{
  struct scalar one = blas_number (type, 1, 0), none = blas_number (type, 0, 0);
  CUdeviceptr copy;
  int r = blas_ready (h);
  if (r || n <= 0 || !incx)
    return r ? r : n < 0 || !incx ? INVALID_VALUE : SUCCESS;
  if (cuMemAllocAsync (&copy, (size_t) n * blas_size_of (type), h->stream))
    return ALLOC_FAILED;
  r = blas_times_vector (h, type, n, n,
			 CULIB_TRIANGULAR | blas_triangle_of (fill, op) | (unit ? CULIB_UNIT : 0)
			   | blas_conj_of (type, op, CULIB_CONJ_A),
			 one, blas_operand (a, lda, op), x, incx, none, (void *) copy, 1);
  if (!r)
    r = blas_axpby (h, type, n, one, (void *) copy, 1, none, x, incx);
  cuMemFreeAsync (copy, h->stream);
  return r;
}

int
blas_rank_k (H h, const char *type, int fill, int op, bool hermitian, int n, int k,
	     struct scalar alpha, const void *a, int lda, const void *b, int ldb,
	     struct scalar beta, void *c, int ldc, bool twice)
{
  int triangle = fill == FILL_LOWER ? CULIB_LOWER : CULIB_UPPER;
  int how = !hermitian || !is_complex (type) ? 0 : op == OP_N ? CULIB_CONJ_B : CULIB_CONJ_A;
  struct matrix A = blas_operand (a, lda, op), B = blas_operand (b, ldb, op),
		C = blas_operand (c, ldc, OP_N);
  int rows = op == OP_N ? n : k;
  if (n < 0 || k < 0 || blas_at_least (lda, rows) || blas_at_least (ldb, rows)
      || blas_at_least (ldc, n))
    return INVALID_VALUE;
  if (hermitian && twice && is_complex (type) && h && h->pointer_mode)
    return NOT_SUPPORTED;
  int r = product (h, type, n, n, k, how, triangle, alpha, A, turned (B), beta, C, 1);
  if (r || !twice)
    return r;
  if (hermitian && *type == 'c')
    alpha.im.f = -alpha.im.f;
  if (hermitian && *type == 'z')
    alpha.im.d = -alpha.im.d;
  return product (h, type, n, n, k, how, triangle, alpha, B, turned (A), blas_number (type, 1, 0),
		  C, 1);
}

int
blas_reduce (H h, const char *type, int what, int n, const void *x, int incx, const void *y,
	     int incy, void *result, int bytes)
{
  struct matrix X = blas_vector (type, n, x, incx), Y = blas_vector (type, n, y, incy);
  int r = blas_ready (h);
  if (r || !result)
    return r ? r : INVALID_VALUE;
  if (!h->pointer_mode && !h->result && cuMemAlloc_v2 (&h->result, 16))
    return ALLOC_FAILED;
  CUdeviceptr out = h->pointer_mode ? (CUdeviceptr) result : h->result;
  if (n < 0)
    n = 0;
  r = blas_launch (h, type, "reduce", 1,
		   ARGS (&n, &what, &X.base, &X.i, &Y.base, &Y.i, &out, &out));
  if (!r && !h->pointer_mode
      && (cuMemcpyDtoHAsync_v2 (result, out, bytes, h->stream) || cuStreamSynchronize (h->stream)))
    r = EXECUTION_FAILED;
  return r;
}

int
blas_rot (H h, const char *type, int n, void *x, int incx, void *y, int incy, const void *cp,
	  const void *sp, bool real)
{
  static const char *const real_type[] = { "s", "d" };
  struct matrix X = blas_vector (type, n, x, incx), Y = blas_vector (type, n, y, incy);
  struct scalar s, c;
  int swap = !sp, r = SUCCESS;
  if (!h)
    return NOT_INITIALIZED;
  s = swap   ? blas_number (type, 0, 0)
      : real ? blas_real_scalar (h, type, sp, &r)
	     : blas_scalar (h, type, sp);
  c = swap ? blas_number (type, 1, 0)
	   : blas_scalar (h, real_type[*type == 'd' || *type == 'z'], cp);
  return r ? r
	   : blas_launch (h, type, "rot", n,
			  ARGS (&n, &X.base, &X.i, &Y.base, &Y.i, &swap, &c.re, &s.re, &s.im, &c.p,
				&s.p));
}

int
cublasCreate_v2 (H *h)
{
  if (!h)
    return INVALID_VALUE;
  if (!culib_enter ())
    return NOT_INITIALIZED;
  pthread_once (&once, load);
  if (!library)
    return INTERNAL_ERROR;
  return (*h = calloc (1, sizeof **h)) ? SUCCESS : ALLOC_FAILED;
}

int
cublasDestroy_v2 (H h)
{
  if (!h)
    return NOT_INITIALIZED;
  if (h->result && culib_enter ())
    cuMemFree_v2 (h->result);
  free (h);
  return SUCCESS;
}

/* A setting of the handle H that is stored and has no effect.  */
#define KEPT(set, get, type, field) \
  EXPORT int set (H h, type value); \
  int set (H h, type value) \
  { \
    return h ? h->field = value, SUCCESS : NOT_INITIALIZED; \
  } \
  EXPORT int get (H h, type *value); \
  int get (H h, type *value) \
  { \
    return !h ? NOT_INITIALIZED : !value ? INVALID_VALUE : (*value = h->field, SUCCESS); \
  }

KEPT (cublasSetStream_v2, cublasGetStream_v2, CUstream, stream)
KEPT (cublasSetPointerMode_v2, cublasGetPointerMode_v2, int, pointer_mode)
KEPT (cublasSetMathMode, cublasGetMathMode, int, math_mode)
KEPT (cublasSetAtomicsMode, cublasGetAtomicsMode, int, atomics_mode)

EXPORT int cublasSetWorkspace_v2 (H h, void *p, size_t n);

int
cublasSetWorkspace_v2 (H h, void *p, size_t n)
{
  (void) p, (void) n;
  return h ? SUCCESS : NOT_INITIALIZED;
}

EXPORT int cublasGetVersion_v2 (H h, int *v);

int
cublasGetVersion_v2 (H h, int *v)
{
  (void) h;
  return v ? *v = CULIB_MAJOR * 10000, SUCCESS : INVALID_VALUE;
}

/* WHICH: major, minor, patch.  */
EXPORT int cublasGetProperty (int which, int *v);

int
cublasGetProperty (int which, int *v)
{
  return v && which >= 0 && which < 3 ? *v = which ? 0 : CULIB_MAJOR, SUCCESS : INVALID_VALUE;
}

EXPORT size_t cublasGetCudartVersion (void);

size_t
cublasGetCudartVersion (void)
{
  return CULIB_MAJOR * 1000;
}

static const struct
{
  int code;
  const char *name, *text;
} statuses[] = {
  { SUCCESS, "CUBLAS_STATUS_SUCCESS", "success" },
  { NOT_INITIALIZED, "CUBLAS_STATUS_NOT_INITIALIZED", "the library was not initialized" },
  { ALLOC_FAILED, "CUBLAS_STATUS_ALLOC_FAILED", "the resource allocation failed" },
  { INVALID_VALUE, "CUBLAS_STATUS_INVALID_VALUE",
    "an unsupported value or parameter was passed to the function" },
  { ARCH_MISMATCH, "CUBLAS_STATUS_ARCH_MISMATCH", "the device lacks a feature" },
  { MAPPING_ERROR, "CUBLAS_STATUS_MAPPING_ERROR", "an access to GPU memory space failed" },
  { EXECUTION_FAILED, "CUBLAS_STATUS_EXECUTION_FAILED",
    "the function failed to launch on the GPU" },
  { INTERNAL_ERROR, "CUBLAS_STATUS_INTERNAL_ERROR", "an internal operation failed" },
  { NOT_SUPPORTED, "CUBLAS_STATUS_NOT_SUPPORTED", "the functionality is not supported" },
  { LICENSE_ERROR, "CUBLAS_STATUS_LICENSE_ERROR",
    "the functionality requested requires a license" },
};

EXPORT const char *cublasGetStatusName (int status);

const char *
cublasGetStatusName (int status)
{
  for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
    if (statuses[i].code == status)
      return statuses[i].name;
  return "CUBLAS_STATUS_UNKNOWN";
}

EXPORT const char *cublasGetStatusString (int status);

const char *
cublasGetStatusString (int status)
{
  for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
    if (statuses[i].code == status)
      return statuses[i].text;
  return "unknown";
}
