/* SPDX-License-Identifier: MIT */
/* libcublas for programs on the emulator: a call is one kernel of blas-kernels.c, or a few,
   in the handle's stream, so that it is captured, ordered and checked like the program's own.
   Most of BLAS is a product of matrices (gemm.inc): vectors are matrices of one column.

   Types are known by the first letters of kernels' names: s, d, c, z; hh, hs, bb, bs, ii, is
   (elements and result: half, float, bf16, int of 8 or 32 bits).  */
#include <complex.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

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
/* SHARED: what px lays out for `reduce', a sum (16 bytes at most) and a place for each thread.  */
enum
{
  THREADS = 128,
  ONE_BLOCK = 256,
  SHARED = ONE_BLOCK * (16 + 4)
};

typedef struct handle
{
  CUstream stream;
  int pointer_mode, math_mode, atomics_mode; /* pointer mode: 1, scalars are the device's */
  CUdeviceptr result; /* 16 bytes, for what goes to the host; 0 before it is needed */
} * H;

/* A scalar of a kernel: where it lies, or its parts as the kernel's type has them.  */
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

struct matrix
{
  const void *base;
  long z, i, j;		   /* strides, in elements */
  const void *const *each; /* an array of bases in device memory, or NULL */
};

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

static int
ready (H h)
{
  return !h ? NOT_INITIALIZED : culib_enter () ? SUCCESS : EXECUTION_FAILED;
}

/* Launches the kernel TYPE OP with THREADS threads at least; ARGS as cuLaunchKernel has them.  */
static int
launch (H h, const char *type, const char *op, long threads, void **args)
{
  char name[24];
  CUkernel k;
  unsigned block = strcmp (op, "reduce") ? THREADS : ONE_BLOCK;
  int r = ready (h);
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
#define ARGS(...) \
  (void *[]) \
  { \
    __VA_ARGS__ \
  }

static bool
is_complex (const char *type)
{
  return *type == 'c' || *type == 'z';
}

/* Bytes of an element.  */
static long
size_of (const char *type)
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

static struct scalar
number (const char *type, double re, double im)
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

/* What the caller's pointer P gives, by the handle's mode.  */
static struct scalar
scalar (H h, const char *type, const void *p)
{
  struct scalar s = { .p = p };
  if (!h || h->pointer_mode || !p)
    return s;
  switch (*type)
    {
    case 'd': return number (type, *(const double *) p, 0);
    case 'c': return number (type, ((const float *) p)[0], ((const float *) p)[1]);
    case 'z': return number (type, ((const double *) p)[0], ((const double *) p)[1]);
    default:
      return strcmp (type, "ii") ? number (type, *(const float *) p, 0)
				 : number (type, *(const int *) p, 0);
    }
}

/* The same of a real scalar of a complex TYPE.  */
static struct scalar
real_scalar (H h, const char *type, const void *p, int *r)
{
  if (!is_complex (type))
    return scalar (h, type, p);
  if (h && h->pointer_mode)
    *r = NOT_SUPPORTED;
  return number (type, *r ? 0 : *type == 'c' ? *(const float *) p : *(const double *) p, 0);
}

/* op (A) of the matrix A with columns LD apart.  */
static struct matrix
operand (const void *a, long ld, int op)
{
  return op == OP_N ? (struct matrix){ a, 0, 1, ld, NULL } : (struct matrix){ a, 0, ld, 1, NULL };
}

/* The vector X of N elements as a column.  */
static struct matrix
vector (const char *type, int n, const void *x, long inc)
{
  return (struct matrix){ (const char *) x + (inc < 0 ? (1 - n) * inc * size_of (type) : 0), 0, inc,
			  0, NULL };
}

static struct matrix
turned (struct matrix m)
{
  return (struct matrix){ m.base, m.z, m.j, m.i, m.each };
}

static int
conj_of (const char *type, int op, int flag)
{
  return op == OP_C && is_complex (type) ? flag : 0;
}

/* C = alpha A B + beta C of COUNT triples.  */
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
  return launch (h, type, plain ? "gemm" : "gemh", rows * columns * count,
		 ARGS (&m, &n, &k, &count, &alpha.re, &alpha.im, &alpha.p, &a.base, &a.z, &a.i,
		       &a.j, &a.each, &b.base, &b.z, &b.i, &b.j, &b.each, &beta.re, &beta.im,
		       &beta.p, &c.base, &c.z, &c.i, &c.j, &c.each, &how, &triangle));
}

static int
at_least (int ld, int rows)
{
  return ld < (rows > 1 ? rows : 1);
}

struct batch
{
  long long a, b, c; /* strides */
  bool each;	     /* or the operands are arrays of pointers */
  int count;
};
static const struct batch single = { 0, 0, 0, false, 1 };

static int
gemm (H h, const char *type, int ta, int tb, int m, int n, int k, struct scalar alpha,
      const void *a, int lda, const void *b, int ldb, struct scalar beta, void *c, int ldc,
      struct batch z)
{
  struct matrix A = operand (a, lda, ta), B = operand (b, ldb, tb), C = operand (c, ldc, OP_N);
  if (m < 0 || n < 0 || k < 0 || at_least (lda, ta == OP_N ? m : k)
      || at_least (ldb, tb == OP_N ? k : n) || at_least (ldc, m))
    return INVALID_VALUE;
  A.z = z.a, B.z = z.b, C.z = z.c;
  if (z.each)
    A.each = a, B.each = b, C.each = c;
  return product (h, type, m, n, k,
		  conj_of (type, ta, CULIB_CONJ_A) | conj_of (type, tb, CULIB_CONJ_B), 0, alpha, A,
		  B, beta, C, z.count);
}

/* The kernels for elements and result of these types; NULL: none.  */
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

/* The scalars of COMPUTE, a cublasComputeType_t: halves have to be the host's.  */
static int
scalar_ex (H h, const char *type, int compute, const void *p, struct scalar *s)
{
  if (!type || !h || !p || (compute / 2 == COMPUTE_16F / 2 && h->pointer_mode))
    return !h ? NOT_INITIALIZED : !p ? INVALID_VALUE : NOT_SUPPORTED;
  *s = compute / 2 == COMPUTE_16F / 2 ? number (type, of_half (*(const uint16_t *) p), 0)
				      : scalar (h, type, p);
  return SUCCESS;
}

static int
gemm_ex (H h, int ta, int tb, int m, int n, int k, const void *alpha, const void *a, int at,
	 int lda, const void *b, int bt, int ldb, const void *beta, void *c, int ct, int ldc,
	 struct batch z, int compute)
{
  const char *type = types (at, bt, ct);
  struct scalar al, be;
  int r = scalar_ex (h, type, compute, alpha, &al);
  if (!r)
    r = scalar_ex (h, type, compute, beta, &be);
  return r ? r : gemm (h, type, ta, tb, m, n, k, al, a, lda, b, ldb, be, c, ldc, z);
}

/* y = alpha A x + beta y for an operand A of M by N.  */
static int
times_vector (H h, const char *type, int m, int n, int how, struct scalar alpha, struct matrix a,
	      const void *x, int incx, struct scalar beta, void *y, int incy)
{
  if (!incx || !incy || m < 0 || n < 0)
    return INVALID_VALUE;
  return product (h, type, m, 1, n, how, 0, alpha, a, vector (type, n, x, incx), beta,
		  vector (type, m, y, incy), 1);
}

/* A += alpha x y', of the triangle only if it is not 0.  */
static int
outer (H h, const char *type, int m, int n, int how, int triangle, struct scalar alpha,
       const void *x, int incx, const void *y, int incy, void *a, int lda)
{
  if (!incx || !incy || at_least (lda, m))
    return INVALID_VALUE;
  return product (h, type, m, n, 1, how, triangle, alpha, vector (type, m, x, incx),
		  turned (vector (type, n, y, incy)), number (type, 1, 0), operand (a, lda, OP_N),
		  1);
}

/* How op (A) is stored.  */
static int
triangle_of (int fill, int op)
{
  return (fill == FILL_LOWER) == (op == OP_N) ? CULIB_LOWER : CULIB_UPPER;
}

/* C = alpha A B + beta C, or B A, where A of CULIB_SYMMETRIC or such is what HOW says.  */
static int
one_sided (H h, const char *type, int side, int how, int m, int n, struct scalar alpha,
	   struct matrix a, const void *b, int ldb, struct scalar beta, void *c, int ldc)
{
  struct matrix B = operand (b, ldb, OP_N), C = operand (c, ldc, OP_N);
  if (m < 0 || n < 0 || at_least (ldb, m) || at_least (ldc, m))
    return INVALID_VALUE;
  if (side == SIDE_LEFT)
    return product (h, type, m, n, m, how, 0, alpha, a, B, beta, C, 1);
  /* C' = A' B', and A' has in its other triangle what A has in one.  */
  how ^= how & (CULIB_LOWER | CULIB_UPPER) ? CULIB_LOWER | CULIB_UPPER : 0;
  return product (h, type, n, m, n, how, 0, alpha, turned (a), turned (B), beta, turned (C), 1);
}

static int
geam (H h, const char *type, int m, int n, int how, int diagonal, struct scalar alpha,
      struct matrix a, struct scalar beta, struct matrix b, void *c, int ldc)
{
  long ld = ldc;
  return m < 0 || n < 0 || at_least (ldc, m)
	   ? INVALID_VALUE
	   : launch (h, type, "geam", (long) m * n,
		     ARGS (&m, &n, &how, &diagonal, &alpha.re, &alpha.im, &alpha.p, &a.base, &a.i,
			   &a.j, &beta.re, &beta.im, &beta.p, &b.base, &b.i, &b.j, &c, &ld));
}

/* C = alpha op (A) B or alpha B op (A) for triangular A; C may be B.  */
static int
trmm (H h, const char *type, int side, int fill, int op, int unit, int m, int n,
      struct scalar alpha, const void *a, int lda, const void *b, int ldb, void *c, int ldc)
{
  CUdeviceptr copy = 0;
  int r = ready (h), how = CULIB_TRIANGULAR | triangle_of (fill, op) | (unit ? CULIB_UNIT : 0);
  if (r || m <= 0 || n <= 0)
    return r ? r : m < 0 || n < 0 ? INVALID_VALUE : SUCCESS;
  if (b == c)
    {
      struct scalar none = number (type, 0, 0);
      if (cuMemAllocAsync (&copy, (size_t) m * n * size_of (type), h->stream))
	return ALLOC_FAILED;
      r = geam (h, type, m, n, 0, 0, number (type, 1, 0), operand (b, ldb, OP_N), none,
		operand (NULL, 0, OP_N), (void *) copy, m);
      b = (void *) copy, ldb = m;
    }
  if (!r)
    r = one_sided (h, type, side, how | conj_of (type, op, CULIB_CONJ_A), m, n, alpha,
		   operand (a, lda, op), b, ldb, number (type, 0, 0), c, ldc);
  if (copy)
    cuMemFreeAsync (copy, h->stream);
  return r;
}

/* Solves op (A) X = alpha B or X op (A) = alpha B, in B's place, which is of M by N.  */
static int
solve (H h, const char *type, int side, int fill, int op, int unit, int m, int n,
       struct scalar alpha, struct matrix a, struct matrix x, int count)
{
  int how = triangle_of (fill, op) | (unit ? CULIB_UNIT : 0) | conj_of (type, op, CULIB_CONJ_A);
  if (m < 0 || n < 0 || count < 0)
    return INVALID_VALUE;
  if (side == SIDE_RIGHT)
    {
      int t = m;
      m = n, n = t;
      how ^= CULIB_LOWER | CULIB_UPPER;
      a = turned (a), x = turned (x);
    }
  return m == 0 ? SUCCESS
		: launch (h, type, "trsm", (long) n * count,
			  ARGS (&m, &n, &count, &how, &alpha.re, &alpha.im, &alpha.p, &a.base, &a.z,
				&a.i, &a.j, &a.each, &x.base, &x.z, &x.i, &x.j, &x.each));
}

static int
trsv (H h, const char *type, int fill, int op, int unit, int n, const void *a, int lda, void *x,
      int incx)
{
  return !incx || at_least (lda, n)
	   ? INVALID_VALUE
	   : solve (h, type, SIDE_LEFT, fill, op, unit, n, 1, number (type, 1, 0),
		    operand (a, lda, op), vector (type, n, x, incx), 1);
}

/* y = a x + b y.  */
static int
axpby (H h, const char *type, int n, struct scalar a, const void *x, int incx, struct scalar b,
       void *y, int incy)
{
  struct matrix X = vector (type, n, x, incx), Y = vector (type, n, y, incy);
  return launch (h, type, "axpby", n,
		 ARGS (&n, &a.re, &a.im, &a.p, &X.base, &X.i, &b.re, &b.im, &b.p, &Y.base, &Y.i));
}

/* x = op (A) x.  */
static int
trmv (H h, const char *type, int fill, int op, int unit, int n, const void *a, int lda, void *x,
      int incx)
{
  struct scalar one = number (type, 1, 0), none = number (type, 0, 0);
  CUdeviceptr copy;
  int r = ready (h);
  if (r || n <= 0 || !incx)
    return r ? r : n < 0 || !incx ? INVALID_VALUE : SUCCESS;
  if (cuMemAllocAsync (&copy, (size_t) n * size_of (type), h->stream))
    return ALLOC_FAILED;
  r = times_vector (h, type, n, n,
		    CULIB_TRIANGULAR | triangle_of (fill, op) | (unit ? CULIB_UNIT : 0)
		      | conj_of (type, op, CULIB_CONJ_A),
		    one, operand (a, lda, op), x, incx, none, (void *) copy, 1);
  if (!r)
    r = axpby (h, type, n, one, (void *) copy, 1, none, x, incx);
  cuMemFreeAsync (copy, h->stream);
  return r;
}

/* C = alpha A A' + beta C in one triangle, or with B alpha A B' + alpha' B A' + beta C; of
   Hermitian ones the second factor is conjugate.  */
static int
rank_k (H h, const char *type, int fill, int op, bool hermitian, int n, int k, struct scalar alpha,
	const void *a, int lda, const void *b, int ldb, struct scalar beta, void *c, int ldc,
	bool twice)
{
  int triangle = fill == FILL_LOWER ? CULIB_LOWER : CULIB_UPPER;
  int how = !hermitian || !is_complex (type) ? 0 : op == OP_N ? CULIB_CONJ_B : CULIB_CONJ_A;
  struct matrix A = operand (a, lda, op), B = operand (b, ldb, op), C = operand (c, ldc, OP_N);
  int rows = op == OP_N ? n : k;
  if (n < 0 || k < 0 || at_least (lda, rows) || at_least (ldb, rows) || at_least (ldc, n))
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
  return product (h, type, n, n, k, how, triangle, alpha, B, turned (A), number (type, 1, 0), C, 1);
}

/* A value of vectors, BYTES of it to RESULT.  */
static int
reduce (H h, const char *type, int what, int n, const void *x, int incx, const void *y, int incy,
	void *result, int bytes)
{
  struct matrix X = vector (type, n, x, incx), Y = vector (type, n, y, incy);
  int r = ready (h);
  if (r || !result)
    return r ? r : INVALID_VALUE;
  if (!h->pointer_mode && !h->result && cuMemAlloc_v2 (&h->result, 16))
    return ALLOC_FAILED;
  CUdeviceptr out = h->pointer_mode ? (CUdeviceptr) result : h->result;
  if (n < 0)
    n = 0;
  r = launch (h, type, "reduce", 1, ARGS (&n, &what, &X.base, &X.i, &Y.base, &Y.i, &out, &out));
  if (!r && !h->pointer_mode
      && (cuMemcpyDtoHAsync_v2 (result, out, bytes, h->stream) || cuStreamSynchronize (h->stream)))
    r = EXECUTION_FAILED;
  return r;
}

/* SP: NULL for an exchange; REAL: it is real though TYPE is complex.  */
static int
rot (H h, const char *type, int n, void *x, int incx, void *y, int incy, const void *cp,
     const void *sp, bool real)
{
  static const char *const real_type[] = { "s", "d" };
  struct matrix X = vector (type, n, x, incx), Y = vector (type, n, y, incy);
  struct scalar s, c;
  int swap = !sp, r = SUCCESS;
  if (!h)
    return NOT_INITIALIZED;
  s = swap ? number (type, 0, 0) : real ? real_scalar (h, type, sp, &r) : scalar (h, type, sp);
  c = swap ? number (type, 1, 0) : scalar (h, real_type[*type == 'd' || *type == 'z'], cp);
  return r ? r
	   : launch (h, type, "rot", n,
		     ARGS (&n, &X.base, &X.i, &Y.base, &Y.i, &swap, &c.re, &s.re, &s.im, &c.p,
			   &s.p));
}

/* ---- handles ---- */

EXPORT int cublasCreate_v2 (H *h);
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

EXPORT int cublasDestroy_v2 (H h);
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

/* A function of the handle H that is only remembered.  */
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

/* ---- copies: ROWS by COLS elements of SIZE bytes ---- */

static int
copy (bool to_device, size_t size, long rows, long cols, const void *from, long lda, void *to,
      long ldb, CUstream stream, bool wait)
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
  return (wait ? cuMemcpy2D_v2 (&c) : cuMemcpy2DAsync_v2 (&c, stream)) ? MAPPING_ERROR : SUCCESS;
}

#define COPIES(name, to) \
  EXPORT int cublas##name##Vector (int n, int size, const void *x, int incx, void *y, int incy); \
  int cublas##name##Vector (int n, int size, const void *x, int incx, void *y, int incy) \
  { \
    return copy (to, size, 1, n, x, incx, y, incy, NULL, true); \
  } \
  EXPORT int cublas##name##VectorAsync (int n, int size, const void *x, int incx, void *y, \
					int incy, CUstream s); \
  int cublas##name##VectorAsync (int n, int size, const void *x, int incx, void *y, int incy, \
				 CUstream s) \
  { \
    return copy (to, size, 1, n, x, incx, y, incy, s, false); \
  } \
  EXPORT int cublas##name##Matrix (int m, int n, int size, const void *a, int lda, void *b, \
				   int ldb); \
  int cublas##name##Matrix (int m, int n, int size, const void *a, int lda, void *b, int ldb) \
  { \
    return copy (to, size, m, n, a, lda, b, ldb, NULL, true); \
  } \
  EXPORT int cublas##name##MatrixAsync (int m, int n, int size, const void *a, int lda, void *b, \
					int ldb, CUstream s); \
  int cublas##name##MatrixAsync (int m, int n, int size, const void *a, int lda, void *b, int ldb, \
				 CUstream s) \
  { \
    return copy (to, size, m, n, a, lda, b, ldb, s, false); \
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
    return axpby (h, t, n, number (t, 1, 0), x, incx, number (t, 0, 0), y, incy); \
  } \
  FUNCTION (cublas##X##scal_v2, (H h, int n, P a, void *x, int incx)) \
  { \
    return axpby (h, t, n, scalar (h, t, a), x, incx, number (t, 0, 0), x, incx); \
  } \
  FUNCTION (cublas##X##axpy_v2, (H h, int n, P a, P x, int incx, void *y, int incy)) \
  { \
    return axpby (h, t, n, scalar (h, t, a), x, incx, number (t, 1, 0), y, incy); \
  } \
  FUNCTION (cublas##X##swap_v2, (H h, int n, void *x, int incx, void *y, int incy)) \
  { \
    return rot (h, t, n, x, incx, y, incy, NULL, NULL, false); \
  } \
  FUNCTION (cublas##X##rot_v2, (H h, int n, void *x, int incx, void *y, int incy, P c, P s)) \
  { \
    return !c || !s ? INVALID_VALUE : rot (h, t, n, x, incx, y, incy, c, s, false); \
  } \
  FUNCTION (cublas##X##gemv_v2, (H h, int ta, int m, int n, P al, P a, int lda, P x, int incx, \
				 P be, void *y, int incy)) \
  { \
    return at_least (lda, m) \
	     ? INVALID_VALUE \
	     : times_vector (h, t, ta == OP_N ? m : n, ta == OP_N ? n : m, \
			     conj_of (t, ta, CULIB_CONJ_A), scalar (h, t, al), \
			     operand (a, lda, ta), x, incx, scalar (h, t, be), y, incy); \
  } \
  FUNCTION (cublas##X##symv_v2, \
	    (H h, int fill, int n, P al, P a, int lda, P x, int incx, P be, void *y, int incy)) \
  { \
    return times_vector (h, t, n, n, CULIB_SYMMETRIC | triangle_of (fill, OP_N), \
			 scalar (h, t, al), operand (a, lda, OP_N), x, incx, scalar (h, t, be), y, \
			 incy); \
  } \
  FUNCTION (cublas##X##trmv_v2, \
	    (H h, int fill, int ta, int unit, int n, P a, int lda, void *x, int incx)) \
  { \
    return trmv (h, t, fill, ta, unit, n, a, lda, x, incx); \
  } \
  FUNCTION (cublas##X##trsv_v2, \
	    (H h, int fill, int ta, int unit, int n, P a, int lda, void *x, int incx)) \
  { \
    return trsv (h, t, fill, ta, unit, n, a, lda, x, incx); \
  } \
  FUNCTION (cublas##X##syr_v2, (H h, int fill, int n, P al, P x, int incx, void *a, int lda)) \
  { \
    return outer (h, t, n, n, 0, triangle_of (fill, OP_N), scalar (h, t, al), x, incx, x, incx, a, \
		  lda); \
  } \
  FUNCTION (cublas##X##gemm_v2, (H h, int ta, int tb, int m, int n, int k, P al, P a, int lda, \
				 P b, int ldb, P be, void *c, int ldc)) \
  { \
    return gemm (h, t, ta, tb, m, n, k, scalar (h, t, al), a, lda, b, ldb, scalar (h, t, be), c, \
		 ldc, single); \
  } \
  FUNCTION (cublas##X##gemmBatched, (H h, int ta, int tb, int m, int n, int k, P al, P a, int lda, \
				     P b, int ldb, P be, void *c, int ldc, int count)) \
  { \
    return gemm (h, t, ta, tb, m, n, k, scalar (h, t, al), a, lda, b, ldb, scalar (h, t, be), c, \
		 ldc, (struct batch){ 0, 0, 0, true, count }); \
  } \
  FUNCTION (cublas##X##gemmStridedBatched, \
	    (H h, int ta, int tb, int m, int n, int k, P al, P a, int lda, long long za, P b, \
	     int ldb, long long zb, P be, void *c, int ldc, long long zc, int count)) \
  { \
    return gemm (h, t, ta, tb, m, n, k, scalar (h, t, al), a, lda, b, ldb, scalar (h, t, be), c, \
		 ldc, (struct batch){ za, zb, zc, false, count }); \
  } \
  FUNCTION (cublas##X##symm_v2, (H h, int side, int fill, int m, int n, P al, P a, int lda, P b, \
				 int ldb, P be, void *c, int ldc)) \
  { \
    return one_sided (h, t, side, CULIB_SYMMETRIC | triangle_of (fill, OP_N), m, n, \
		      scalar (h, t, al), operand (a, lda, OP_N), b, ldb, scalar (h, t, be), c, \
		      ldc); \
  } \
  FUNCTION (cublas##X##syrk_v2, \
	    (H h, int fill, int ta, int n, int k, P al, P a, int lda, P be, void *c, int ldc)) \
  { \
    return rank_k (h, t, fill, ta, false, n, k, scalar (h, t, al), a, lda, a, lda, \
		   scalar (h, t, be), c, ldc, false); \
  } \
  FUNCTION (cublas##X##syrkx, (H h, int fill, int ta, int n, int k, P al, P a, int lda, P b, \
			       int ldb, P be, void *c, int ldc)) \
  { \
    return rank_k (h, t, fill, ta, false, n, k, scalar (h, t, al), a, lda, b, ldb, \
		   scalar (h, t, be), c, ldc, false); \
  } \
  FUNCTION (cublas##X##syr2k_v2, (H h, int fill, int ta, int n, int k, P al, P a, int lda, P b, \
				  int ldb, P be, void *c, int ldc)) \
  { \
    return rank_k (h, t, fill, ta, false, n, k, scalar (h, t, al), a, lda, b, ldb, \
		   scalar (h, t, be), c, ldc, true); \
  } \
  FUNCTION (cublas##X##trmm_v2, (H h, int side, int fill, int ta, int unit, int m, int n, P al, \
				 P a, int lda, P b, int ldb, void *c, int ldc)) \
  { \
    return trmm (h, t, side, fill, ta, unit, m, n, scalar (h, t, al), a, lda, b, ldb, c, ldc); \
  } \
  FUNCTION (cublas##X##trsm_v2, (H h, int side, int fill, int ta, int unit, int m, int n, P al, \
				 P a, int lda, void *b, int ldb)) \
  { \
    return solve (h, t, side, fill, ta, unit, m, n, scalar (h, t, al), operand (a, lda, ta), \
		  operand (b, ldb, OP_N), 1); \
  } \
  FUNCTION (cublas##X##trsmBatched, (H h, int side, int fill, int ta, int unit, int m, int n, \
				     P al, P a, int lda, P b, int ldb, int count)) \
  { \
    struct matrix A = operand (NULL, lda, ta), B = operand (NULL, ldb, OP_N); \
    A.each = a, B.each = b; \
    return solve (h, t, side, fill, ta, unit, m, n, scalar (h, t, al), A, B, count); \
  } \
  FUNCTION (cublas##X##geam, (H h, int ta, int tb, int m, int n, P al, P a, int lda, P be, P b, \
			      int ldb, void *c, int ldc)) \
  { \
    return geam (h, t, m, n, conj_of (t, ta, CULIB_CONJ_A) | conj_of (t, tb, CULIB_CONJ_B), 0, \
		 scalar (h, t, al), operand (a, lda, ta), scalar (h, t, be), operand (b, ldb, tb), \
		 c, ldc); \
  } \
  FUNCTION (cublas##X##dgmm, \
	    (H h, int side, int m, int n, P a, int lda, P x, int incx, void *c, int ldc)) \
  { \
    struct scalar one = number (t, 1, 0); \
    return geam (h, t, m, n, 0, side == SIDE_LEFT ? 1 : 2, one, operand (a, lda, OP_N), one, \
		 vector (t, side == SIDE_LEFT ? m : n, x, incx), c, ldc); \
  } \
  FUNCTION (cublas##X##getrfBatched, (H h, int n, P a, int lda, int *pivot, int *info, int count)) \
  { \
    long ld = lda; \
    return n < 0 || at_least (lda, n) \
	     ? INVALID_VALUE \
	     : launch (h, t, "getrf", count, ARGS (&n, &count, &a, &ld, &pivot, &info)); \
  } \
  FUNCTION (cublas##X##getriBatched, \
	    (H h, int n, P a, int lda, const int *pivot, P c, int ldc, int *info, int count)) \
  { \
    long la = lda, lc = ldc; \
    return n < 0 || at_least (lda, n) || at_least (ldc, n) \
	     ? INVALID_VALUE \
	     : launch (h, t, "getri", (long) n * count, \
		       ARGS (&n, &count, &a, &la, &pivot, &c, &lc, &info)); \
  } \
  FUNCTION (cublasXt##X##gemm, (H h, int ta, int tb, size_t m, size_t n, size_t k, P al, P a, \
				size_t lda, P b, size_t ldb, P be, void *c, size_t ldc)) \
  { \
    return gemm_of_host (h, t, ta, tb, m, n, k, al, a, lda, b, ldb, be, c, ldc); \
  }

/* cublasXt: operands are anywhere, the call waits.  */
static int
gemm_of_host (H h, const char *type, int ta, int tb, size_t m, size_t n, size_t k, P alpha, P a,
	      size_t lda, P b, size_t ldb, P beta, void *c, size_t ldc)
{
  size_t size = size_of (type);
  size_t bytes[3]
    = { lda * (ta == OP_N ? k : m) * size, ldb * (tb == OP_N ? n : k) * size, ldc * n * size };
  const void *from[3] = { a, b, c };
  CUdeviceptr d[3] = { 0, 0, 0 };
  int r = ready (h);
  if (!r
      && (m > INT32_MAX || n > INT32_MAX || k > INT32_MAX || lda > INT32_MAX || ldb > INT32_MAX
	  || ldc > INT32_MAX))
    r = NOT_SUPPORTED;
  for (int i = 0; i < 3 && !r; i++)
    if (bytes[i]
	&& (cuMemAlloc_v2 (&d[i], bytes[i]) || cuMemcpy (d[i], (CUdeviceptr) from[i], bytes[i])))
      r = ALLOC_FAILED;
  if (!r)
    r = gemm (h, type, ta, tb, m, n, k, scalar (h, type, alpha), (void *) d[0], lda, (void *) d[1],
	      ldb, scalar (h, type, beta), (void *) d[2], ldc, single);
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
    return reduce (h, t, CULIB_DOT, n, x, incx, y, incy, r, size_of (t)); \
  } \
  FUNCTION (cublas##X##ger_v2, \
	    (H h, int m, int n, P al, P x, int incx, P y, int incy, void *a, int lda)) \
  { \
    return outer (h, t, m, n, 0, 0, scalar (h, t, al), x, incx, y, incy, a, lda); \
  } \
  FUNCTION (cublas##X##rotg_v2, (H h, void *a, void *b, void *c, void *s)) \
  { \
    return rotg (h, t, a, b, c, s); \
  }

/* The rotation that takes (a, b) to (r, 0), as BLAS has it.  */
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
    return reduce (h, t, CULIB_DOT, n, x, incx, y, incy, r, size_of (t)); \
  } \
  FUNCTION (cublas##X##dotc_v2, (H h, int n, P x, int incx, P y, int incy, void *r)) \
  { \
    return reduce (h, t, CULIB_DOTC, n, x, incx, y, incy, r, size_of (t)); \
  } \
  FUNCTION (cublas##X##geru_v2, \
	    (H h, int m, int n, P al, P x, int incx, P y, int incy, void *a, int lda)) \
  { \
    return outer (h, t, m, n, 0, 0, scalar (h, t, al), x, incx, y, incy, a, lda); \
  } \
  FUNCTION (cublas##X##gerc_v2, \
	    (H h, int m, int n, P al, P x, int incx, P y, int incy, void *a, int lda)) \
  { \
    return outer (h, t, m, n, CULIB_CONJ_B, 0, scalar (h, t, al), x, incx, y, incy, a, lda); \
  } \
  FUNCTION (cublas##X##hemv_v2, \
	    (H h, int fill, int n, P al, P a, int lda, P x, int incx, P be, void *y, int incy)) \
  { \
    return times_vector (h, t, n, n, CULIB_SYMMETRIC | CULIB_HERMITIAN | triangle_of (fill, OP_N), \
			 scalar (h, t, al), operand (a, lda, OP_N), x, incx, scalar (h, t, be), y, \
			 incy); \
  } \
  FUNCTION (cublas##X##hemm_v2, (H h, int side, int fill, int m, int n, P al, P a, int lda, P b, \
				 int ldb, P be, void *c, int ldc)) \
  { \
    return one_sided (h, t, side, CULIB_SYMMETRIC | CULIB_HERMITIAN | triangle_of (fill, OP_N), m, \
		      n, scalar (h, t, al), operand (a, lda, OP_N), b, ldb, scalar (h, t, be), c, \
		      ldc); \
  } \
  FUNCTION (cublas##X##herk_v2, \
	    (H h, int fill, int ta, int n, int k, P al, P a, int lda, P be, void *c, int ldc)) \
  { \
    int r = h ? SUCCESS : NOT_INITIALIZED; \
    struct scalar alpha = real_scalar (h, t, al, &r), beta = real_scalar (h, t, be, &r); \
    return r ? r \
	     : rank_k (h, t, fill, ta, true, n, k, alpha, a, lda, a, lda, beta, c, ldc, false); \
  } \
  FUNCTION (cublas##X##her2k_v2, (H h, int fill, int ta, int n, int k, P al, P a, int lda, P b, \
				  int ldb, P be, void *c, int ldc)) \
  { \
    int r = h ? SUCCESS : NOT_INITIALIZED; \
    struct scalar beta = real_scalar (h, t, be, &r); \
    return r ? r \
	     : rank_k (h, t, fill, ta, true, n, k, scalar (h, t, al), a, lda, b, ldb, beta, c, \
		       ldc, true); \
  }

/* The part of a type that others name in their own way.  */
#define NAMED(nrm2, asum, amax, amin, t, bytes) \
  FUNCTION (nrm2, (H h, int n, P x, int incx, void *r)) \
  { \
    return reduce (h, t, CULIB_NORM, n, x, incx, x, incx, r, bytes); \
  } \
  FUNCTION (asum, (H h, int n, P x, int incx, void *r)) \
  { \
    return reduce (h, t, CULIB_SUM, n, x, incx, x, incx, r, bytes); \
  } \
  FUNCTION (amax, (H h, int n, P x, int incx, int *r)) \
  { \
    return reduce (h, t, CULIB_MOST, n, x, incx, x, incx, r, 4); \
  } \
  FUNCTION (amin, (H h, int n, P x, int incx, int *r)) \
  { \
    return reduce (h, t, CULIB_LEAST, n, x, incx, x, incx, r, 4); \
  }

#define BY_REAL(scal, rotate, t) \
  FUNCTION (scal, (H h, int n, P a, void *x, int incx)) \
  { \
    int r = h ? SUCCESS : NOT_INITIALIZED; \
    struct scalar s = real_scalar (h, t, a, &r); \
    return r ? r : axpby (h, t, n, s, x, incx, number (t, 0, 0), x, incx); \
  } \
  FUNCTION (rotate, (H h, int n, void *x, int incx, void *y, int incy, P c, P s)) \
  { \
    return !c || !s ? INVALID_VALUE : rot (h, t, n, x, incx, y, incy, c, s, true); \
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
  return gemm_ex (h, ta, tb, m, n, k, al, a, at, lda, b, bt, ldb, be, c, ct, ldc, single, compute);
}

FUNCTION (cublasGemmBatchedEx,
	  (H h, int ta, int tb, int m, int n, int k, P al, P a, int at, int lda, P b, int bt,
	   int ldb, P be, void *c, int ct, int ldc, int count, int compute, int algorithm))
{
  (void) algorithm;
  return gemm_ex (h, ta, tb, m, n, k, al, a, at, lda, b, bt, ldb, be, c, ct, ldc,
		  (struct batch){ 0, 0, 0, true, count }, compute);
}

FUNCTION (cublasGemmStridedBatchedEx,
	  (H h, int ta, int tb, int m, int n, int k, P al, P a, int at, int lda, long long za, P b,
	   int bt, int ldb, long long zb, P be, void *c, int ct, int ldc, long long zc, int count,
	   int compute, int algorithm))
{
  (void) algorithm;
  return gemm_ex (h, ta, tb, m, n, k, al, a, at, lda, b, bt, ldb, be, c, ct, ldc,
		  (struct batch){ za, zb, zc, false, count }, compute);
}

FUNCTION (cublasSgemmEx, (H h, int ta, int tb, int m, int n, int k, P al, P a, int at, int lda, P b,
			  int bt, int ldb, P be, void *c, int ct, int ldc))
{
  return gemm_ex (h, ta, tb, m, n, k, al, a, at, lda, b, bt, ldb, be, c, ct, ldc, single, 0);
}

FUNCTION (cublasHgemm, (H h, int ta, int tb, int m, int n, int k, P al, P a, int lda, P b, int ldb,
			P be, void *c, int ldc))
{
  return gemm_ex (h, ta, tb, m, n, k, al, a, TYPE_16F, lda, b, TYPE_16F, ldb, be, c, TYPE_16F, ldc,
		  single, COMPUTE_16F);
}

FUNCTION (cublasHgemmBatched, (H h, int ta, int tb, int m, int n, int k, P al, P a, int lda, P b,
			       int ldb, P be, void *c, int ldc, int count))
{
  return gemm_ex (h, ta, tb, m, n, k, al, a, TYPE_16F, lda, b, TYPE_16F, ldb, be, c, TYPE_16F, ldc,
		  (struct batch){ 0, 0, 0, true, count }, COMPUTE_16F);
}

FUNCTION (cublasHgemmStridedBatched,
	  (H h, int ta, int tb, int m, int n, int k, P al, P a, int lda, long long za, P b, int ldb,
	   long long zb, P be, void *c, int ldc, long long zc, int count))
{
  return gemm_ex (h, ta, tb, m, n, k, al, a, TYPE_16F, lda, b, TYPE_16F, ldb, be, c, TYPE_16F, ldc,
		  (struct batch){ za, zb, zc, false, count }, COMPUTE_16F);
}

/* ---- cublasXt: its handle is ours ---- */

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
