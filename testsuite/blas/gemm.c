/* SPDX-License-Identifier: MIT */
/* Products of matrices: sizes around the tiles and ragged ones, all transpositions, leading
   dimensions that are more than is needed, scalars, batches.  With an argument, a few.  */
#include "t.h"

/* A product of the test: matrices LD + EXTRA apart, COUNT of them, STRIDE 0 or 1 for A and B: one
   for all, or one for each.  */
struct product
{
  char type;
  pxblas_op opa, opb;
  long m, n, k;
  double alpha, beta;
  long extra, count, stride_a, stride_b;
};

/* The function of type T.  */
#define GEMM(t, name, ...) \
  ((t) == 's'	? pxblas_s##name (__VA_ARGS__) \
   : (t) == 'd' ? pxblas_d##name (__VA_ARGS__) \
   : (t) == 'h' ? pxblas_h##name (__VA_ARGS__) \
		: pxblas_b##name (__VA_ARGS__))

static void
multiply (const struct product *p)
{
  DOING ("%cgemm %c%c m = %ld, n = %ld, k = %ld, alpha = %g, beta = %g, extra = %ld, count = %ld", p->type,
	 "NT"[p->opa], "NT"[p->opb], p->m, p->n, p->k, p->alpha, p->beta, p->extra, p->count);
  long m = p->m, n = p->n, k = p->k;
  long rows_a = p->opa == PXBLAS_N ? m : k, cols_a = p->opa == PXBLAS_N ? k : m;
  long rows_b = p->opb == PXBLAS_N ? k : n, cols_b = p->opb == PXBLAS_N ? n : k;
  long lda = (rows_a ? rows_a : 1) + p->extra, ldb = (rows_b ? rows_b : 1) + 2 * p->extra, ldc = m + p->extra;
  long za = (lda * cols_a + 5) * p->stride_a, zb = (ldb * cols_b + 1) * p->stride_b, zc = ldc * n + p->extra;
  /* With beta = 0 C is poison.  */
  struct array a = new_array (p->type, lda * cols_a + za * (p->count - 1), false),
	       b = new_array (p->type, ldb * cols_b + zb * (p->count - 1), false),
	       c = new_array (p->type, zc * p->count, p->beta == 0);
  if (p->count == 1)
    OK (GEMM (p->type, gemm, p->opa, p->opb, m, n, k, p->alpha, (void *) a.p, lda, (void *) b.p, ldb, p->beta,
	      (void *) c.p, ldc, NULL));
  else
    OK (GEMM (p->type, gemm_batched, p->opa, p->opb, m, n, k, p->alpha, (void *) a.p, lda, za, (void *) b.p, ldb,
	      zb, p->beta, (void *) c.p, ldc, zc, p->count, NULL));
  OK (px_synchronize ());
  double alpha = p->type != 'd' ? (float) p->alpha : p->alpha, beta = p->type != 'd' ? (float) p->beta : p->beta;
  bool good = true;
  for (long z = 0; z < p->count; z++)
    for (long j = 0; j < n; j++)
      for (long i = 0; i < m; i++)
	{
	  double sum = 0, size = 0;
	  for (long l = 0; l < k; l++)
	    {
	      double u = GET (a, z * za + (p->opa == PXBLAS_N ? i + l * lda : l + i * lda));
	      double v = GET (b, z * zb + (p->opb == PXBLAS_N ? l + j * ldb : j + l * ldb));
	      sum += u * v, size += fabs (u * v);
	    }
	  double old = beta != 0 ? beta * OLD (c, z * zc + i + j * ldc) : 0;
	  good &= near_sum (p->type, GET (c, z * zc + i + j * ldc), alpha * sum + old, fabs (alpha) * size + fabs (old), k + 2);
	}
  CHECK (good);
  CHECK (unchanged (&a) && unchanged (&b));
  for (long i = -MARGIN; i < c.n + MARGIN; i++)
    {
      long at = i >= 0 ? i % zc : -1, z = i >= 0 ? i / zc : -1;
      if (at < 0 || z >= p->count || at / ldc >= n || at % ldc >= m)
	good &= !memcmp (c.p + i * (long) c.size, c.before + (i + MARGIN) * (long) c.size, c.size);
    }
  CHECK (good);
  free_array (&a);
  free_array (&b);
  free_array (&c);
}

static const long sides[] = { 1, 2, 31, 63, 64, 65, 127, 130 };
static const long depths[] = { 1, 7, 15, 16, 17, 40 };

int
main (int argc, char **argv)
{
  (void) argv;
  begin ();
  enum { SIDES = sizeof sides / sizeof *sides, DEPTHS = sizeof depths / sizeof *depths };
  bool few = argc > 1;
  int turn = 0;
  for (const char *type = "sdhb"; *type; type++)
    for (int ops = 0; ops < 4; ops++)
      {
	pxblas_op opa = ops & 1 ? PXBLAS_T : PXBLAS_N, opb = ops & 2 ? PXBLAS_T : PXBLAS_N;
	/* Each side with each other, or a few; depths and leading dimensions in turn.  */
	for (int i = 0; i < SIDES; i++)
	  for (int j = 0; j < SIDES; j++)
	    if (few ? (i + j) % 7 == ops : i < 6 || i == j)
	      {
		turn++;
		multiply (&(struct product){ *type, opa, opb, sides[i], sides[j], depths[turn % DEPTHS],
					     turn % 5 ? 1.25 : 1, turn % 3 ? -0.75 : 0, turn % 2 * 3, 1, 0, 0 });
	      }
	for (int k = 0; k < DEPTHS; k++)
	  multiply (&(struct product){ *type, opa, opb, 33, 18, depths[k], 2, k % 2, 1, 1, 0, 0 });
	multiply (&(struct product){ *type, opa, opb, 5, 70, 9, 1, 0.5, 2, 3, 1, 1 });
	multiply (&(struct product){ *type, opa, opb, 66, 3, 20, 1, 0, 0, 4, 0, 1 });
	multiply (&(struct product){ *type, opa, opb, 10, 11, 12, -1, 1, 1, 5, 1, 0 });
	/* More tiles than multiprocessors: the large ones.  */
	if (*type == 's')
	  {
	    multiply (&(struct product){ 's', opa, opb, 9, 7, 11, 1, 2, 1, 150, 1, 1 });
	    if (!few)
	      multiply (&(struct product){ 's', opa, opb, 130, 257, 21, 1.5, 0.5, 1, 40, 1, 0 });
	  }
	/* Nothing to sum, nothing to read, nothing to do.  */
	multiply (&(struct product){ *type, opa, opb, 20, 21, 0, 1, 3, 1, 1, 0, 0 });
	multiply (&(struct product){ *type, opa, opb, 20, 21, 0, 1, 0, 1, 1, 0, 0 });
	multiply (&(struct product){ *type, opa, opb, 20, 21, 5, 0, 0.5, 1, 1, 0, 0 });
      }
  return done ("gemm");
}
