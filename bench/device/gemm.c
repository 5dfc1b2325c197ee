/* SPDX-License-Identifier: MIT */
/* Products of square matrices by libpxblas: float, double, half, bf16, TF32, int8_t, e4m3, and by cuBLAS in the same run,
   where it is; and a matrix times a vector.  */
/* { dg-do run } */
/* { dg-additional-options "-ldl" } */
#include <dlfcn.h>
#include <math.h>
#include <px/blas.h>
#include <stdbool.h>
#include "bench.h"

/* Types: t is TF32, i int8_t with results of int32_t, 4 e4m3 with results of float, which cublasGemmEx has not.  */
static const char types[] = "sdhbti4";
static const size_t sizes[] = { 4, 8, 2, 2, 4, 1, 1 }, sizes_c[] = { 4, 8, 2, 2, 4, 4, 4 };

/* Of cublasGemmEx: cudaDataType, also of C, and the cublasComputeType_t.  */
static const int cuda_types[] = { 0, 1, 2, 14, 0, 3, -1 }, cuda_types_c[] = { 0, 1, 2, 14, 0, 10, -1 };
static const int computes[] = { 68, 70, 68, 68, 77, 72, -1 };
enum { DEFAULT_ALGORITHM = -1 };
typedef int gemm_ex (void *handle, int opa, int opb, int m, int n, int k, const void *alpha, const void *a, int a_type,
		     int lda, const void *b, int b_type, int ldb, const void *beta, void *c, int c_type, int ldc,
		     int compute, int algorithm);
static gemm_ex *cublas;
static void *cublas_handle;

static void
find_cublas (void)
{
  static const char *const names[] = { "libcublas.so.13", "libcublas.so.12", "libcublas.so.11" };
  void *library = NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names && !library; i++)
    library = dlopen (names[i], RTLD_NOW | RTLD_LOCAL);
  int (*create) (void **) = library ? (int (*) (void **)) dlsym (library, "cublasCreate_v2") : NULL;
  gemm_ex *ex = library ? (gemm_ex *) dlsym (library, "cublasGemmEx") : NULL;
  if (create && ex && !create (&cublas_handle))
    cublas = ex;
  else
    printf ("cuBLAS: not found, or it finds no device\n");
}

/* Element I of matrix SEED: of integers multiples of 1, of e4m3 of 1 / 8, which it has.  */
static double
element (int type, unsigned seed, size_t i)
{
  double v = value (seed, i);
  return types[type] == 'i' ? v * 128 : types[type] == '4' ? trunc (v * 8) / 8 : v;
}

static void
put (int type, void *p, size_t i, double v)
{
  union { float f; uint32_t u; } x = { v };
  switch (types[type])
    {
    case 's':
    case 't': ((float *) p)[i] = v; break;
    case 'd': ((double *) p)[i] = v; break;
    case 'h': ((_Float16 *) p)[i] = v; break;
    case 'i': ((int8_t *) p)[i] = v; break;
    /* The exponent of e4m3 is less than that of float by 120.  */
    case '4': ((uint8_t *) p)[i] = v != 0 ? (x.u >> 24 & 0x80) | ((x.u >> 20 & 0x7ff) - 960) : 0; break;
    default: ((uint16_t *) p)[i] = x.u >> 16;
    }
}

/* A result.  */
static double
get (int type, const void *p)
{
  union { uint32_t u; float f; } x;
  switch (types[type])
    {
    case 's':
    case 't':
    case '4': return *(const float *) p;
    case 'd': return *(const double *) p;
    case 'h': return *(const _Float16 *) p;
    case 'i': return *(const int32_t *) p;
    default: x.u = (uint32_t) *(const uint16_t *) p << 16; return x.f;
    }
}

/* N elements of matrix SEED, on the device.  */
static void *
matrix (int type, size_t n, unsigned seed)
{
  static double space[PERIOD];
  char *p = allocate (n * sizes[type]);
  for (size_t i = 0; i < PERIOD; i++)
    put (type, space, i, element (type, seed, i));
  for (size_t i = 0; i < n; i += PERIOD)
    MUST (px_copy (p + i * sizes[type], space, (n - i < PERIOD ? n - i : PERIOD) * sizes[type]));
  return p;
}

/* Multiplies, by libpxblas or with PEER by cuBLAS; a status of theirs.  */
static int
multiply (int type, bool peer, pxblas_op opa, pxblas_op opb, int n, int k, const void *a, const void *b, void *c)
{
  int lda = opa ? k : n, ldb = opb ? n : k;
  static const float one = 1, zero = 0;
  static const double d_one = 1, d_zero = 0;
  static const int i_one = 1, i_zero = 0;
  const void *x = types[type] == 'd' ? (const void *) &d_one : types[type] == 'i' ? (const void *) &i_one : &one;
  const void *y = types[type] == 'd' ? (const void *) &d_zero : types[type] == 'i' ? (const void *) &i_zero : &zero;
  if (peer)
    return cublas (cublas_handle, opa, opb, n, n, k, x, a, cuda_types[type], lda, b, cuda_types[type], ldb, y, c,
		   cuda_types_c[type], n, computes[type], DEFAULT_ALGORITHM);
  switch (types[type])
    {
    case 's': return pxblas_sgemm (opa, opb, n, n, k, 1, a, lda, b, ldb, 0, c, n, NULL);
    case 'd': return pxblas_dgemm (opa, opb, n, n, k, 1, a, lda, b, ldb, 0, c, n, NULL);
    case 'h': return pxblas_hgemm (opa, opb, n, n, k, 1, a, lda, b, ldb, 0, c, n, NULL);
    case 't': return pxblas_tf32gemm (opa, opb, n, n, k, 1, a, lda, b, ldb, 0, c, n, NULL);
    case 'i': return pxblas_i8gemm (opa, opb, n, n, k, 1, a, lda, b, ldb, 0, c, n, NULL);
    case '4': return pxblas_e4m3gemm (opa, opb, n, n, k, 1, a, lda, b, ldb, 0, c, n, NULL);
    default: return pxblas_bgemm (opa, opb, n, n, k, 1, a, lda, b, ldb, 0, c, n, NULL);
    }
}

/* Products of N x K and K x N, whose figures have the name NAME.  Returns whether one was wrong: its last element, and that of a
   tile within, against sums of double.  */
static int
deep (int type, const char *name, pxblas_op opa, pxblas_op opb, int n, int depth)
{
  size_t all = (size_t) n * n;
  void *a = matrix (type, (size_t) n * depth, 1), *b = matrix (type, (size_t) n * depth, 2);
  char *c = allocate (all * sizes_c[type]), text[40];
  int bad = 0;
  for (int peer = 0; peer <= (cublas && cuda_types[type] >= 0); peer++)
    {
      float ms[TIMES];
      int status = 0;
      MUST (px_memset (c, 0xff, all * sizes_c[type]));
      MEASURE (ms, status |= multiply (type, peer, opa, opb, n, depth, a, b, c));
      snprintf (text, sizeof text, "%s%s", name, peer ? " cuBLAS" : "");
      if (status)
	{
	  printf ("%s: status %d: %s\n", text, status, peer ? "cuBLAS" : px_status_text (px_last_status ()));
	  bad |= !peer;
	  continue;
	}
      report (text, ms, 2.0 * n * n * depth / 1e9, types[type] == 'i' ? "GOP/s" : "GFLOP/s");
      for (int e = 0; e < 2; e++)
	{
	  size_t i = e ? n - 1 : n / 3, j = e ? n - 1 : n / 5;
	  double got[1] = { 0 }, want = 0, size = 0;
	  for (size_t k = 0; k < (size_t) depth; k++)
	    {
	      double v = element (type, 1, opa ? k + i * depth : i + k * n) * element (type, 2, opb ? j + k * n : k + j * depth);
	      want += v, size += fabs (v);
	    }
	  MUST (px_copy (got, c + (i + j * n) * sizes_c[type], sizes_c[type]));
	  /* Rounded once to 16 bits; of each sum a part of 2^-20, as tensor cores cut what they add.  */
	  double eps = types[type] == 'b' ? 0x1p-8 : types[type] == 'h' ? 0x1p-11 : 0;
	  double limit = fabs (want) * eps + size * (types[type] == 'd' ? 0x1p-40 : types[type] == 'i' ? 0 : 0x1p-16);
	  if (!(fabs (get (type, got) - want) <= limit))
	    {
	      printf ("%s: element (%zu, %zu) is %g, not %g\n", text, i, j, get (type, got), want);
	      bad = 1;
	    }
	}
    }
  MUST (px_free (a));
  MUST (px_free (b));
  MUST (px_free (c));
  return bad;
}

static int
product (int type, const char *name, pxblas_op opa, pxblas_op opb, int n)
{
  return deep (type, name, opa, opb, n, n);
}

/* The product of bf16 of N x N with a bias by rows and GELU, beside bgemm: what an epilogue costs.  Returns whether its
   last element was wrong.  */
static int
epilogue (int n)
{
  enum { BF16 = 3 };
  size_t all = (size_t) n * n;
  void *a = matrix (BF16, all, 1), *b = matrix (BF16, all, 2), *y = matrix (BF16, n, 3);
  uint16_t *c = allocate (all * 2), got;
  const pxblas_gemm_options how = { PXBLAS_GELU, PXBLAS_BIAS_ROWS, y };
  float ms[TIMES];
  MEASURE (ms, MUST (pxblas_bgemm_options (PXBLAS_N, PXBLAS_N, n, n, n, 1, a, n, 0, b, n, 0, 0, c, n, 0, 1, &how, NULL)));
  report ("bgemm bias GELU", ms, 2.0 * n * n * n / 1e9, "GFLOP/s");
  double x = value (3, n - 1), size = fabs (x);
  for (size_t k = 0; k < (size_t) n; k++)
    {
      double v = value (1, n - 1 + k * n) * value (2, k + (n - 1) * (size_t) n);
      x += v, size += fabs (v);
    }
  double want = x / 2 * (1 + tanh (0.79788456080286536 * (x + 0.044715 * x * x * x)));
  MUST (px_copy (&got, c + all - 1, sizeof got));
  bool bad = !(fabs (get (BF16, &got) - want) <= fabs (want) * 0x1p-8 + size * 0x1p-15);
  if (bad)
    printf ("bgemm bias GELU: the last element is %g, not %g\n", get (BF16, &got), want);
  MUST (px_free (a));
  MUST (px_free (b));
  MUST (px_free (y));
  MUST (px_free (c));
  return bad;
}

int
main (void)
{
  int bad = 0, large = scaled (4096, 128);
  const pxblas_op N = PXBLAS_N, T = PXBLAS_T;
  find_cublas ();
  for (int type = 0; type < 4; type++)
    {
      const char name[] = { types[type], 'g', 'e', 'm', 'm', 0 };
      bad |= product (type, name, N, N, large);
    }
  bad |= product (4, "tf32gemm NN", N, N, large);
  bad |= product (4, "tf32gemm TN", T, N, large);
  bad |= product (5, "i8gemm NN", N, N, large);
  bad |= product (5, "i8gemm TN", T, N, large);
  bad |= product (6, "e4m3gemm NN", N, N, large);
  bad |= product (6, "e4m3gemm TN", T, N, large);
  bad |= product (2, "hgemm TN", T, N, large);
  bad |= product (3, "bgemm TN", T, N, large);
  bad |= product (3, "bgemm NT", N, T, large);
  bad |= product (3, "bgemm TT", T, T, large);
  bad |= product (3, "bgemm 1024", N, N, scaled (1024, 40));
  bad |= product (3, "bgemm 2048", N, N, scaled (2048, 72));
  bad |= product (3, "bgemm 8192", N, N, scaled (8192, 136));
  /* What tensor copies can not do: rows are no multiple of 16 bytes.  */
  bad |= product (3, "bgemm 4095", N, N, scaled (4095, 63));
  /* Few results of many products: k is cut, here and in cuBLAS.  */
  bad |= deep (0, "sgemm 256 x 65536", N, N, scaled (256, 20), scaled (65536, 2050));
  bad |= deep (1, "dgemm 256 x 65536", N, N, scaled (256, 20), scaled (65536, 2050));
  bad |= deep (3, "bgemm 256 x 65536", N, N, scaled (256, 24), scaled (65536, 2056));
  bad |= epilogue (large);
  int m = scaled (16384, 300);
  float ms[TIMES], *a = allocate (sizeof *a * m * m), *x = allocate (sizeof *x * m), *y = allocate (sizeof *y * m), got;
  MUST (px_memset32 (a, 0x3f800000, (size_t) m * m));
  MUST (px_memset32 (x, 0x3f800000, m));
  for (int op = 0; op < 2; op++)
    {
      MEASURE (ms, MUST (pxblas_sgemv (op ? PXBLAS_T : PXBLAS_N, m, m, 1, a, m, x, 1, 0, y, 1, NULL)));
      MUST (px_copy (&got, y + m - 1, sizeof got));
      report (op ? "sgemv T" : "sgemv N", ms, 4.0 * m * m / 1e9, "GB/s");
      bad |= got != m;
    }
  return bad;
}
