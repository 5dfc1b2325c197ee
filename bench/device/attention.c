/* SPDX-License-Identifier: MIT */
/* Attention by libpxblas, full and causal, of bf16 and float, forward, and backward of float; some
   results are compared with sums of double.  Causal attention has half as many operations.  */
/* { dg-do run } */
#include <math.h>
#include <px/blas.h>
#include <stdbool.h>
#include "bench.h"

enum { HEADS = 16, D = 128 };

/* The N elements of matrix SEED, floats or bf16: values are the same numbers in both.  */
static void *
matrix (unsigned seed, size_t n, bool narrow)
{
  void *host = malloc (n * 4), *device = allocate (n * 4);
  if (!host)
    exit (1);
  for (size_t i = 0; i < n; i++)
    {
      union { float f; uint32_t u; } x = { value (seed, i) };
      if (narrow)
	((uint16_t *) host)[i] = x.u >> 16;
      else
	((float *) host)[i] = x.f;
    }
  MUST (px_copy (device, host, n * (narrow ? 2 : 4)));
  free (host);
  return device;
}

/* Element E of the result of the last query of the last head, which sees all N keys.  */
static double
last (int n, int e)
{
  size_t ld = HEADS * D, head = (HEADS - 1) * D;
  double sum = 0, all = 0;
  for (int j = 0; j < n; j++)
    {
      double s = 0;
      for (int i = 0; i < D; i++)
	s += value (1, (n - 1) * ld + head + i) * value (2, j * ld + head + i);
      double p = exp (s / sqrt (D));
      all += p;
      sum += p * value (3, j * ld + head + e);
    }
  return sum / all;
}

static bool
one (int n, bool narrow, int causal)
{
  pxblas_attention a = { .batch = 1, .queries = n, .keys = n, .heads = HEADS, .key_heads = HEADS, .d = D,
			 .scale = 1 / sqrtf (D), .causal = causal };
  size_t ld = HEADS * D, elements = n * ld;
  void *q = matrix (1, elements, narrow), *k = matrix (2, elements, narrow), *v = matrix (3, elements, narrow);
  void *y = allocate (elements * 4);
  float ms[TIMES], *lse = allocate (sizeof *lse * HEADS * n);
  double work = 4.0 * n * n * D * HEADS / (causal ? 2 : 1) / 1e9;
  char name[40];
  MUST (px_memset (y, 0xff, elements * 4));
  MEASURE (ms, MUST (narrow ? pxblas_battention (&a, q, ld, k, ld, v, ld, y, ld, lse, NULL)
			    : pxblas_sattention (&a, q, ld, k, ld, v, ld, y, ld, lse, NULL)));
  snprintf (name, sizeof name, "%cattention%s", narrow ? 'b' : 's', causal ? "-causal" : "");
  report (name, ms, work, "GFLOP/s");
  bool good = true;
  for (int e = 0; e < D; e += 37)
    {
      union { float f; uint32_t u; uint16_t h[2]; } x = { 0 };
      size_t size = narrow ? 2 : 4;
      MUST (px_copy (narrow ? &x.h[1] : x.h, (char *) y + (elements - D + e) * size, size));
      double want = last (n, e);
      if (!(fabs (x.f - want) <= (narrow ? 0x1p-7 : 0x1p-18)))
	good = false, printf ("%s: element %d is %g, not %g\n", name, e, (double) x.f, want);
    }
  if (!narrow)
    {
      float *dq = allocate (elements * 4), *dk = allocate (elements * 4), *dv = allocate (elements * 4);
      MEASURE (ms, MUST (pxblas_sattention_backward (&a, q, ld, k, ld, v, ld, y, ld, lse, v, ld, dq, ld, dk, ld, dv,
						     ld, NULL)));
      strncat (name, "-back", sizeof name - strlen (name) - 1);
      report (name, ms, 2.5 * work, "GFLOP/s");
      MUST (px_free (dq));
      MUST (px_free (dk));
      MUST (px_free (dv));
    }
  MUST (px_free (q));
  MUST (px_free (k));
  MUST (px_free (v));
  MUST (px_free (y));
  MUST (px_free (lse));
  return good;
}

int
main (void)
{
  bool good = true;
  int n = scaled (4096, 64);
  for (int narrow = 0; narrow < 2; narrow++)
    for (int causal = 0; causal < 2; causal++)
      good &= one (n, narrow, causal);
  return !good;
}
