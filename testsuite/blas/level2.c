/* SPDX-License-Identifier: MIT */
/* A matrix and vectors: gemv and ger, sizes around 32 and a tile, increments of both signs, leading
   dimensions that are more than is needed.  With an argument, a few.  */
#include "t.h"

static long
span (long n, long inc)
{
  return n ? (n - 1) * labs (inc) + 1 : 0;
}

static void
gemv (char type, pxblas_op op, long m, long n, double alpha, double beta, long extra, long incx, long incy)
{
  DOING ("%cgemv %c m = %ld, n = %ld, alpha = %g, beta = %g, extra = %ld, incx = %ld, incy = %ld", type,
	 "NT"[op], m, n, alpha, beta, extra, incx, incy);
  long lda = (m ? m : 1) + extra, rows = op == PXBLAS_N ? m : n, sums = op == PXBLAS_N ? n : m;
  struct array a = new_array (type, lda * n, alpha == 0), x = new_array (type, span (sums, incx), alpha == 0),
	       y = new_array (type, span (rows, incy), beta == 0);
  OK (CALL (type, gemv, op, m, n, alpha, (void *) a.p, lda, (void *) x.p, incx, beta, (void *) y.p, incy, NULL));
  OK (px_synchronize ());
  bool good = true;
  for (long i = 0; i < rows; i++)
    {
      double sum = 0, size = 0, old = beta != 0 ? beta * OLD (y, where (i, rows, incy)) : 0;
      for (long l = 0; alpha != 0 && l < sums; l++)
	{
	  double t = GET (a, op == PXBLAS_N ? i + l * lda : l + i * lda) * GET (x, where (l, sums, incx));
	  sum += t, size += fabs (t);
	}
      if (alpha == 0)
	sum = size = 0;
      good &= near (type, GET (y, where (i, rows, incy)), alpha * sum + old, fabs (alpha) * size + fabs (old), sums + 2);
    }
  CHECK (good);
  CHECK (unchanged (&a) && unchanged (&x));
  CHECK (others_same (&y, 1, rows, labs (incy)));
  free_array (&a);
  free_array (&x);
  free_array (&y);
}

static void
ger (char type, long m, long n, double alpha, long extra, long incx, long incy)
{
  DOING ("%cger m = %ld, n = %ld, alpha = %g, extra = %ld, incx = %ld, incy = %ld", type, m, n, alpha, extra, incx,
	 incy);
  long lda = m + extra;
  struct array a = new_array (type, lda * n, false), x = new_array (type, span (m, incx), alpha == 0),
	       y = new_array (type, span (n, incy), false);
  OK (CALL (type, ger, m, n, alpha, (void *) x.p, incx, (void *) y.p, incy, (void *) a.p, lda, NULL));
  OK (px_synchronize ());
  bool good = true;
  for (long j = 0; alpha != 0 && j < n; j++)
    for (long i = 0; i < m; i++)
      {
	double t = alpha * GET (x, where (i, m, incx)) * GET (y, where (j, n, incy)), old = OLD (a, i + j * lda);
	good &= near (type, GET (a, i + j * lda), old + t, fabs (old) + fabs (t), 3);
      }
  CHECK (good);
  CHECK (unchanged (&x) && unchanged (&y));
  CHECK (alpha == 0 ? unchanged (&a) : others_same (&a, m, n, lda));
  free_array (&a);
  free_array (&x);
  free_array (&y);
}

static const long sides[] = { 1, 2, 7, 31, 32, 33, 65, 300 };
static const long incs[][2] = { { 1, 1 }, { 2, -1 }, { -3, 2 }, { 1, -2 } };

int
main (int argc, char **argv)
{
  (void) argv;
  begin ();
  enum { SIDES = sizeof sides / sizeof *sides };
  int turn = 0;
  for (const char *type = "sd"; *type; type++)
    {
      for (int i = 0; i < SIDES; i++)
	for (int j = 0; j < SIDES; j++)
	  if (argc == 1 || (i * 3 + j) % 7 == 0)
	    {
	      const long *inc = incs[++turn % 4];
	      double alpha = 1.25, beta = turn % 3 == 0 ? 0 : turn % 3 == 1 ? 1 : -0.5;
	      gemv (*type, PXBLAS_N, sides[i], sides[j], alpha, beta, turn % 5, inc[0], inc[1]);
	      gemv (*type, PXBLAS_T, sides[i], sides[j], alpha, beta, turn % 5, inc[0], inc[1]);
	      ger (*type, sides[i], sides[j], alpha, turn % 3, inc[0], inc[1]);
	    }
      for (int op = 0; op < 2; op++)
	{
	  gemv (*type, op, 40, 37, 0, 0.5, 1, 1, -1);	/* A and x are NaNs */
	  gemv (*type, op, 40, 37, 0, 1, 1, 1, 1);
	  gemv (*type, op, 40, 37, 0, 0, 1, 1, 1);
	  gemv (*type, op, 0, 5, 1, 2, 0, 1, 1);	/* nothing to sum, or nothing to do */
	  gemv (*type, op, 5, 0, 1, 2, 0, 1, -1);
	}
      ger (*type, 33, 5, 0, 1, 1, 1);
    }
  return done ("level 2");
}
