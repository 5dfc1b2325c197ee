/* SPDX-License-Identifier: MIT */
/* Many vectors: softmax, layer_norm, rms_norm, of lengths around a warp, a block and the
   limit between them; transpose.  With an argument, a few.  */
#include "t.h"

enum { SOFTMAX, LAYER_NORM, RMS_NORM, OPS };

/* COUNT vectors of N elements; between them there are EXTRA of x and twice as many of y.  */
static void
rows (int op, long n, long count, long extra, bool gamma, bool beta)
{
  DOING ("rows op = %d, n = %ld, count = %ld, extra = %ld, gamma %d, beta %d", op, n, count, extra, gamma,
	 beta);
  long ldx = n + extra, ldy = n + 2 * extra;
  float eps = 1e-5f;
  struct array x = new_array ('s', ldx * count, false), y = new_array ('s', ldy * count, true),
	       g = new_array ('s', n, false), b = new_array ('s', n, false);
  for (long i = 0; i < x.n; i++)
    put (&x, i, op == SOFTMAX ? 30 * OLD (x, i) : 5 + OLD (x, i));
  if (op == SOFTMAX)
    for (long i = 0; i < x.n; i += 5)	/* a mask; where there is nothing else, NaN */
      if (n > 5)
	put (&x, i, -INFINITY);
  const float *gp = gamma ? (float *) g.p : NULL, *bp = beta ? (float *) b.p : NULL, *xp = (float *) x.p;
  float *yp = (float *) y.p;
  OK (op == SOFTMAX      ? pxblas_ssoftmax (n, count, xp, ldx, yp, ldy, NULL)
      : op == LAYER_NORM ? pxblas_slayer_norm (n, count, eps, gp, bp, xp, ldx, yp, ldy, NULL)
			 : pxblas_srms_norm (n, count, eps, gp, xp, ldx, yp, ldy, NULL));
  OK (px_synchronize ());
  bool good = true;
  for (long v = 0; v < count; v++)
    {
      double most = -INFINITY, sum = 0, squares = 0, mean = 0, variance = 0;
      for (long i = 0; i < n; i++)
	{
	  double u = OLD (x, v * ldx + i);
	  most = fmax (most, u), mean += u / n, squares += u * u / n;
	}
      for (long i = 0; i < n; i++)
	{
	  double u = OLD (x, v * ldx + i);
	  sum += exp (u - most), variance += (u - mean) * (u - mean) / n;
	}
      for (long i = 0; i < n; i++)
	{
	  double u = OLD (x, v * ldx + i), scale = gamma ? OLD (g, i) : 1, add = beta ? OLD (b, i) : 0;
	  double want = op == SOFTMAX	   ? exp (u - most) / sum
			: op == LAYER_NORM ? (u - mean) / sqrt (variance + eps) * scale + add
					   : u / sqrt (squares + eps) * scale;
	  double size = op == SOFTMAX ? want * (1 + most - (isinf (u) ? most : u)) : op == LAYER_NORM ? 5 / sqrt (variance + eps) + fabs (want) + fabs (add) : fabs (want);
	  good &= near ('s', GET (y, v * ldy + i), want, size, 8);
	}
    }
  CHECK (good);
  CHECK (unchanged (&x));
  CHECK (unchanged (&g) && unchanged (&b));
  CHECK (others_same (&y, n, count, ldy));
  free_array (&x);
  free_array (&y);
  free_array (&g);
  free_array (&b);
}

static void
transpose (char type, long m, long n, long extra)
{
  DOING ("%ctranspose m = %ld, n = %ld, extra = %ld", type, m, n, extra);
  long lda = m + extra, ldb = n + 2 * extra;
  struct array a = new_array (type, lda * n, false), b = new_array (type, ldb * m, true);
  OK (CALL (type, transpose, m, n, (void *) a.p, lda, (void *) b.p, ldb, NULL));
  OK (px_synchronize ());
  bool good = true;
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++)
      good &= GET (b, j + i * ldb) == GET (a, i + j * lda);
  CHECK (good);
  CHECK (unchanged (&a));
  CHECK (others_same (&b, n, m, ldb));
  free_array (&a);
  free_array (&b);
}

/* Infinities and NaNs stay within their vector; large numbers do not overflow.  */
static void
extremes (void)
{
  DOING ("extremes");
  enum { N = 40 };
  struct array x = new_array ('s', 5 * N, false), y = new_array ('s', 5 * N, true);
  for (int i = 0; i < N; i++)
    put (&x, i, 1e38), put (&x, N + i, -INFINITY);
  put (&x, 2 * N + 7, NAN), put (&x, 3 * N + 8, INFINITY);
  OK (pxblas_ssoftmax (N, 5, (float *) x.p, N, (float *) y.p, N, NULL));
  OK (px_synchronize ());
  double sum = 0;
  for (int i = 0; i < N; i++)
    {
      CHECK (near ('s', GET (y, i), 1. / N, 1. / N, 2));
      CHECK (isnan (GET (y, N + i)));
      CHECK (isnan (GET (y, 2 * N + i)));
      CHECK (i == 8 ? isnan (GET (y, 3 * N + i)) : GET (y, 3 * N + i) == 0);
      sum += GET (y, 4 * N + i);
    }
  CHECK (near ('s', sum, 1, 1, 4));
  free_array (&x);
  free_array (&y);
}

static const long lengths[] = { 1, 2, 31, 32, 33, 100, 511, 512, 513, 1000 };
static const long sides[] = { 1, 2, 31, 32, 33, 70 };

int
main (int argc, char **argv)
{
  (void) argv;
  begin ();
  int turn = 0;
  for (int op = 0; op < OPS; op++)
    for (unsigned i = 0; i < sizeof lengths / sizeof *lengths; i++)
      for (long count = 1; count < 20; count += 8)
	if (argc == 1 || (i + count / 8) % 4 == 1)
	  {
	    turn++;
	    rows (op, lengths[i], count, turn % 3, turn % 4 < 2, turn % 5 < 3);
	  }
  extremes ();
  for (const char *type = "sd"; *type; type++)
    for (unsigned i = 0; i < sizeof sides / sizeof *sides; i++)
      for (unsigned j = 0; j < sizeof sides / sizeof *sides; j++)
	transpose (*type, sides[i], sides[j], (i + j) % 3);
  OK (pxblas_ssoftmax (0, 5, NULL, 1, NULL, 1, NULL));
  OK (pxblas_slayer_norm (5, 0, 0, NULL, NULL, NULL, 5, NULL, 5, NULL));
  OK (pxblas_stranspose (0, 5, NULL, 1, NULL, 5, NULL));
  return done ("rows");
}
