/* SPDX-License-Identifier: MIT */
/* A product of matrices against sums of double, for the tests of products.  */
#ifndef PRODUCT_H
#define PRODUCT_H

#include "t.h"

/* Most products of the tests have no epilogue, and leave out its members.  */
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

/* A product of the test: leading dimensions are EXTRA more than is needed, of B twice that; COUNT
   products, STRIDE 0 or 1 for A and B: one for all, or one for each.  */
struct product
{
  char type;
  pxblas_op opa, opb;
  long m, n, k;
  double alpha, beta;
  long extra, count, stride_a, stride_b;
  pxblas_activation activation;
  pxblas_bias along;
  int parts; /* those that k is to be cut to; 0 is one */
};

/* Of the test's own: what an activation makes of X.  */
static double
activated (pxblas_activation f, double x)
{
  double u = 0.79788456080286536 * (x + 0.044715 * x * x * x);
  return f == PXBLAS_RELU ? (x < 0 ? 0 : x) : f == PXBLAS_GELU ? x / 2 * (1 + tanh (u)) : x;
}

/* Where A, B and C are: leading dimensions and strides are multiples of LD, and MARGIN elements stand before.  */
struct place
{
  long ld[3], margin[3];
};
static const struct place anywhere = { { 1, 1, 1 }, { MARGIN, MARGIN, MARGIN } };

/* The kernel that is to do P, if it is KERNEL on a device of sm_90 and of neither float nor double.  */
static pxblas_kernel
expected (const struct product *p, pxblas_kernel kernel)
{
  struct px_device_properties d;
  if (!p->m || !p->n || ((p->alpha == 0 || !p->k) && p->beta == 1 && !p->activation && !p->along))
    return PXBLAS_KERNEL_NONE;
  OK (px_device_properties (px_device (), &d));
  bool large = p->parts < 2 && (p->m + 127) / 128 * ((p->n + 127) / 128) * p->count >= d.multiprocessors;
  if (p->type == 's')
    return large ? PXBLAS_KERNEL_FMA_128 : PXBLAS_KERNEL_FMA;
  if (p->type == 'd')
    return large ? PXBLAS_KERNEL_MMA_128 : PXBLAS_KERNEL_MMA;
  return d.arch == 90 ? kernel : PXBLAS_KERNEL_MMA;
}

/* N up to a multiple of BY.  */
static long
up (long n, long by)
{
  return (n + by - 1) / by * by;
}

/* The function of type T, with pointers to void; those that have no options are none of GEMM_OPTIONS.  */
#define GEMM_OPTIONS(t, name, ...) \
  ((t) == 's'	? pxblas_s##name (__VA_ARGS__) \
   : (t) == 'h' ? pxblas_h##name (__VA_ARGS__) \
   : (t) == 'b' ? pxblas_b##name (__VA_ARGS__) \
   : (t) == 't' ? pxblas_tf32##name (__VA_ARGS__) \
   : (t) == '4' ? pxblas_e4m3##name (__VA_ARGS__) \
		: pxblas_e5m2##name (__VA_ARGS__))
#define GEMM(t, name, ...) \
  ((t) == 'd'	? pxblas_d##name (__VA_ARGS__) \
   : (t) == 'i' ? pxblas_i8##name (__VA_ARGS__) \
		: GEMM_OPTIONS (t, name, __VA_ARGS__))

/* The type of C, of products of elements T.  */
static char
type_of_c (char t)
{
  return strchr ("t45", t) ? 's' : t == 'i' ? 'l' : t;
}

static void
multiply_at (const struct place *place, pxblas_kernel kernel, const struct product *asked)
{
  struct product copy = *asked;
  const struct product *p = &copy;
  char type_c = type_of_c (p->type);
  if (p->type == 'i')
    copy.alpha = trunc (copy.alpha * 2), copy.beta = trunc (copy.beta * 2);
  DOING ("%cgemm %c%c m = %ld, n = %ld, k = %ld, alpha = %g, beta = %g, extra = %ld, count = %ld, kernel %d", p->type,
	 "NT"[p->opa], "NT"[p->opb], p->m, p->n, p->k, p->alpha, p->beta, p->extra, p->count, (int) kernel);
  long m = p->m, n = p->n, k = p->k;
  long rows_a = p->opa == PXBLAS_N ? m : k, cols_a = p->opa == PXBLAS_N ? k : m;
  long rows_b = p->opb == PXBLAS_N ? k : n, cols_b = p->opb == PXBLAS_N ? n : k;
  long lda = up ((rows_a ? rows_a : 1) + p->extra, place->ld[0]);
  long ldb = up ((rows_b ? rows_b : 1) + 2 * p->extra, place->ld[1]);
  long ldc = up (m + p->extra, place->ld[2]);
  long za = up (lda * cols_a + 5, place->ld[0]) * p->stride_a;
  long zb = up (ldb * cols_b + 1, place->ld[1]) * p->stride_b;
  long zc = up (ldc * n + p->extra, place->ld[2]);
  /* With beta = 0 C is poison.  */
  struct array a = new_array_after (place->margin[0], p->type, lda * cols_a + za * (p->count - 1), false),
	       b = new_array_after (place->margin[1], p->type, ldb * cols_b + zb * (p->count - 1), false),
	       c = new_array_after (place->margin[2], type_c, zc * p->count, p->beta == 0);
  long size = p->along == PXBLAS_BIAS_ROWS ? m : p->along == PXBLAS_BIAS_COLUMNS ? n : 1;
  struct array bias = new_array (type_c, size, !p->along);
  const pxblas_gemm_options how = { p->activation, p->along, p->along ? bias.p : NULL };
  if (p->activation || p->along)
    OK (GEMM_OPTIONS (p->type, gemm_options, p->opa, p->opb, m, n, k, p->alpha, (void *) a.p, lda, za, (void *) b.p, ldb, zb,
		      p->beta, (void *) c.p, ldc, zc, p->count, &how, NULL));
  else if (p->count == 1)
    OK (GEMM (p->type, gemm, p->opa, p->opb, m, n, k, p->alpha, (void *) a.p, lda, (void *) b.p, ldb, p->beta,
	      (void *) c.p, ldc, NULL));
  else
    OK (GEMM (p->type, gemm_batched, p->opa, p->opb, m, n, k, p->alpha, (void *) a.p, lda, za, (void *) b.p, ldb,
	      zb, p->beta, (void *) c.p, ldc, zc, p->count, NULL));
  CHECK (pxblas_gemm_kernel () == expected (p, kernel));
  CHECK (pxblas_gemm_parts () == (pxblas_gemm_kernel () == PXBLAS_KERNEL_NONE ? 0 : p->parts ? p->parts : 1));
  size_t sums = p->type == 'd' ? sizeof (double) : sizeof (float);
  CHECK (pxblas_gemm_workspace () == (p->parts > 1 ? p->parts * sums * up (m, 4) * n * p->count : 0));
  OK (px_synchronize ());
  double alpha = p->type != 'd' ? (float) p->alpha : p->alpha, beta = p->type != 'd' ? (float) p->beta : p->beta;
  bool good = true;
  double *u = malloc ((m * k + 1) * sizeof *u), *v = malloc ((n * k + 1) * sizeof *v);
  for (long z = 0; u && v && z < p->count; z++)
    {
      /* Rows of op (A), columns of op (B).  */
      for (long l = 0; l < k; l++)
	{
	  for (long i = 0; i < m; i++)
	    u[i * k + l] = GET (a, z * za + (p->opa == PXBLAS_N ? i + l * lda : l + i * lda));
	  for (long j = 0; j < n; j++)
	    v[j * k + l] = GET (b, z * zb + (p->opb == PXBLAS_N ? l + j * ldb : j + l * ldb));
	}
      for (long j = 0; j < n; j++)
	for (long i = 0; i < m; i++)
	  {
	    double sum = 0, size = 0;
	    for (long l = 0; l < k; l++)
	      {
		double x = u[i * k + l] * v[j * k + l];
		sum += x, size += fabs (x);
	      }
	    double old = beta != 0 ? beta * OLD (c, z * zc + i + j * ldc) : 0;
	    double add = p->along ? GET (bias, p->along == PXBLAS_BIAS_ROWS ? i : j) : 0;
	    /* GELU's slope is at most 1.13; its own error is one of 2^-20, that is, 8 roundings.  */
	    good &= p->type == 'i'
		      ? (uint32_t) (int64_t) GET (c, z * zc + i + j * ldc) == (uint32_t) (int64_t) (alpha * sum + old)
		      : near_sum (type_c, GET (c, z * zc + i + j * ldc), activated (p->activation, alpha * sum + old + add),
			      fabs (alpha) * size + fabs (old) + fabs (add), k + 2 + (p->activation == PXBLAS_GELU ? k + 8 : 0));
	  }
    }
  CHECK (u && v);
  free (u);
  free (v);
  CHECK (good);
  CHECK (unchanged (&a) && unchanged (&b) && unchanged (&bias));
  for (long i = -c.margin; i < c.n + c.margin; i++)
    {
      long e = i >= 0 ? i % zc : -1, z = i >= 0 ? i / zc : -1;
      if (e < 0 || z >= p->count || e / ldc >= n || e % ldc >= m)
	good &= !memcmp (c.p + i * (long) c.size, c.before + (i + c.margin) * (long) c.size, c.size);
    }
  CHECK (good);
  free_array (&a);
  free_array (&b);
  free_array (&c);
  free_array (&bias);
}

/* What activations make of C, and of what is no number, by KERNEL; products are 0.  GELU has the bound of
   px/blas.h.  SIDE x SIDE numbers: half of them evenly from -12 to 12, half of all sizes.  */
static inline void
activations (const struct place *place, pxblas_kernel kernel, char type, long side)
{
  enum { K = 8 };
  static const double special[] = { NAN, -NAN, INFINITY, -INFINITY, 0, -0.0 };
  const struct product p = { .type = type, .m = side, .n = side, .k = K, .alpha = 1, .beta = 1, .activation = PXBLAS_RELU };
  long ld = up (side, place->ld[2]), lda = up (side, place->ld[0]), ldb = up (K, place->ld[1]);
  struct array a = new_array_after (place->margin[0], type, lda * K, false),
	       b = new_array_after (place->margin[1], type, ldb * side, false);
  memset (a.p, 0, a.n * a.size);
  memset (b.p, 0, b.n * b.size);
  for (pxblas_activation f = PXBLAS_RELU; f <= PXBLAS_GELU; f++)
    {
      const pxblas_gemm_options how = { .activation = f };
      struct array c = new_array_after (place->margin[2], type_of_c (type), ld * side, false);
      bool good = true;
      DOING ("activation %d of %c, side %ld", (int) f, type, side);
      for (long i = 0; i < c.n; i++)
	if (i < (long) (sizeof special / sizeof *special))
	  put (&c, i, special[i]);
	else
	  put (&c, i, i % 2 ? 24.0 * i / c.n - 12 : ldexp (OLD (c, i), i / 2 % 28 - 13));
      OK (GEMM_OPTIONS (type, gemm_options, PXBLAS_N, PXBLAS_N, side, side, K, 1, (void *) a.p, lda, 0, (void *) b.p, ldb, 0, 1,
			(void *) c.p, ld, 0, 1, &how, NULL));
      CHECK (pxblas_gemm_kernel () == expected (&p, kernel));
      OK (px_synchronize ());
      for (long j = 0; j < side; j++)
	for (long i = 0; i < side; i++)
	  {
	    double x = OLD (c, i + j * ld), got = GET (c, i + j * ld), want = activated (f, x);
	    /* 16 bits are rounded once more, to half a unit.  */
	    double rounded = type == 'h' ? 0x1p-11 * fabs (want) + 0x1p-25 : type == 'b' ? 0x1p-8 * fabs (want) : 0;
	    if (isnan (x) || (f == PXBLAS_GELU && x == -INFINITY))
	      good &= isnan (got);
	    else if (f == PXBLAS_RELU || isinf (x) || x == 0)
	      good &= got == want;
	    else
	      good &= fabs (got - want) <= 0x1p-20 * fabs (x) + rounded;
	  }
      CHECK (good);
      free_array (&c);
    }
  free_array (&a);
  free_array (&b);
}

static inline void
multiply (const struct product *p)
{
  multiply_at (&anywhere, PXBLAS_KERNEL_MMA, p);
}

#endif
