/* SPDX-License-Identifier: MIT */
/* Attention by libpxblas, full and causal, of bf16 and float, forward and backward; some
   results are compared with sums of double.  Causal attention has half as many operations.  Then sequences of
   different lengths.  */
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

/* The N vectors, bf16, as sequences of different lengths, one after the other, causal; with PAGES keys are in pages of
   16 vectors.  The first query of a sequence sees one key, so its result is that one's value.  */
static bool
lengths (int n, bool pages)
{
  enum { SEQUENCES = 8, PAGE = 16 };
  pxblas_attention a = { .batch = SEQUENCES, .queries = n, .keys = n, .heads = HEADS, .key_heads = HEADS, .d = D,
			 .scale = 1 / sqrtf (D), .causal = 1, .page = PAGE, .most_pages = n / PAGE };
  size_t ld = HEADS * D, elements = n * ld;
  uint16_t *q = matrix (1, elements, true), *k = matrix (2, elements, true), *v = matrix (3, elements, true);
  uint16_t *y = allocate (elements * 2), got[D], want[D];
  int32_t starts[SEQUENCES + 1] = { 0 }, sizes[SEQUENCES], *device[3];
  int32_t *table = calloc (SEQUENCES, n / PAGE * sizeof *table);
  double work = 0;
  float ms[TIMES];
  bool good = table != NULL;
  if (!good)
    exit (1);
  /* In proportion to 1, 2, 3 ..., in whole pages; the last one has what is left.  */
  for (int b = 0; b < SEQUENCES; b++)
    {
      int size = 2 * n * (b + 1) / (SEQUENCES * (SEQUENCES + 1)) / PAGE * PAGE;
      sizes[b] = b < SEQUENCES - 1 ? size : n - starts[b];
      starts[b + 1] = starts[b] + sizes[b];
      work += 2.0 * sizes[b] * sizes[b] * D * HEADS / 1e9;
      for (int i = 0; i < sizes[b] / PAGE; i++)
	table[b * (n / PAGE) + i] = starts[b] / PAGE + i;
    }
  const struct { const void *p; size_t bytes; } host[3] = {
    { starts, sizeof starts }, { sizes, sizeof sizes }, { table, SEQUENCES * (n / PAGE) * sizeof *table }
  };
  for (int i = 0; i < 3; i++)
    {
      device[i] = allocate (host[i].bytes);
      MUST (px_copy (device[i], host[i].p, host[i].bytes));
    }
  a.query_starts = device[0];
  if (pages)
    a.key_lengths = device[1], a.pages = device[2];
  else
    a.key_starts = device[0];
  MUST (px_memset (y, 0xff, elements * 2));
  MEASURE (ms, MUST (pxblas_battention (&a, q, ld, k, ld, v, ld, y, ld, NULL, NULL)));
  report (pages ? "battention-pages" : "battention-lengths", ms, work, "GFLOP/s");
  for (int b = 0; b < SEQUENCES; b++)
    {
      size_t at = starts[b] * ld + (b % HEADS) * D;
      MUST (px_copy (got, y + at, sizeof got));
      MUST (px_copy (want, v + at, sizeof want));
      if (sizes[b] && memcmp (got, want, sizeof got))
	good = false, printf ("sequence %d%s: its first vector is not its first value\n", b, pages ? " in pages" : "");
    }
  for (int i = 0; i < 3; i++)
    MUST (px_free (device[i]));
  free (table);
  MUST (px_free (q));
  MUST (px_free (k));
  MUST (px_free (v));
  MUST (px_free (y));
  return good;
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
  void *dq = allocate (elements * 4), *dk = allocate (elements * 4), *dv = allocate (elements * 4);
#define BACK a, q, ld, k, ld, v, ld, y, ld, lse, v, ld, dq, ld, dk, ld, dv, ld, NULL
  MEASURE (ms, MUST (narrow ? pxblas_battention_backward (&BACK) : pxblas_sattention_backward (&BACK)));
  strncat (name, "-back", sizeof name - strlen (name) - 1);
  report (name, ms, 2.5 * work, "GFLOP/s");
  MUST (px_free (dq));
  MUST (px_free (dk));
  MUST (px_free (dv));
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
  good &= lengths (n, false) && lengths (n, true);
  return !good;
}
