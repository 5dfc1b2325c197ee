/* SPDX-License-Identifier: MIT */
/* Vectors: every function, of both types, of sizes around a tile, increments of both signs.
   With an argument, small sizes only.  */
#include "t.h"

static const long sizes[] = { 1, 2, 3, 255, 257, 2047, 2048, 2049, 5003, 70001 };
static const long incs[][2] = { { 1, 1 }, { 2, 1 }, { 1, 3 }, { -1, 1 }, { 1, -2 }, { -3, -2 } };

static long
span (long n, long inc)
{
  return (n - 1) * labs (inc) + 1;
}

static void
writes (char type, long n, long incx, long incy)
{
  DOING ("%c n = %ld, incx = %ld, incy = %ld", type, n, incx, incy);
  struct array x = new_array (type, span (n, incx), false), y = new_array (type, span (n, incy), false),
	       z = new_array (type, span (n, incy), true);
  double alpha = type == 's' ? 1.7f : 1.7;
  OK (CALL (type, axpy, n, alpha, (void *) x.p, incx, (void *) y.p, incy, NULL));
  OK (CALL (type, copy, n, (void *) x.p, incx, (void *) z.p, incy, NULL));
  OK (px_synchronize ());
  bool good = true, same = true;
  for (long i = 0; i < n; i++)
    {
      double u = OLD (x, where (i, n, incx)), v = OLD (y, where (i, n, incy));
      good &= near (type, GET (y, where (i, n, incy)), alpha * u + v, fabs (alpha * u) + fabs (v), 2);
      same &= GET (z, where (i, n, incy)) == u;
    }
  CHECK (good);
  CHECK (same);
  CHECK (unchanged (&x));
  CHECK (others_same (&y, 1, n, labs (incy)));
  CHECK (others_same (&z, 1, n, labs (incy)));
  memcpy (y.all, y.before, (y.n + 2 * MARGIN) * y.size);
  OK (CALL (type, swap, n, (void *) x.p, incx, (void *) y.p, incy, NULL));
  OK (px_synchronize ());
  same = true;
  for (long i = 0; i < n; i++)
    same &= GET (x, where (i, n, incx)) == OLD (y, where (i, n, incy))
	    && GET (y, where (i, n, incy)) == OLD (x, where (i, n, incx));
  CHECK (same);
  CHECK (others_same (&x, 1, n, labs (incx)));
  CHECK (others_same (&y, 1, n, labs (incy)));
  memcpy (y.before, y.all, (y.n + 2 * MARGIN) * y.size);
  OK (CALL (type, scal, n, alpha, (void *) y.p, incy, NULL));
  /* 0 times a NaN is not read.  */
  memset (z.all, 0xff, (z.n + 2 * MARGIN) * z.size);
  memset (z.before, 0xff, (z.n + 2 * MARGIN) * z.size);
  OK (CALL (type, scal, n, 0, (void *) z.p, incy, NULL));
  OK (px_synchronize ());
  good = same = true;
  for (long i = 0; i < n; i++)
    {
      double v = OLD (y, where (i, n, incy));
      good &= near (type, GET (y, where (i, n, incy)), alpha * v, fabs (alpha * v), 1);
      same &= GET (z, where (i, n, incy)) == 0;
    }
  CHECK (good);
  CHECK (same);
  CHECK (others_same (&y, 1, n, labs (incy)));
  CHECK (others_same (&z, 1, n, labs (incy)));
  free_array (&x);
  free_array (&y);
  free_array (&z);
}

static void
reductions (char type, long n, long incx, long incy)
{
  DOING ("reductions %c n = %ld, incx = %ld, incy = %ld", type, n, incx, incy);
  struct array x = new_array (type, span (n, incx), false), y = new_array (type, span (n, incy), false),
	       r = new_array (type, 3, true);
  int64_t *place = px_alloc_managed (sizeof *place);
  CHECK (place);
  *place = -7;
  OK (CALL (type, dot, n, (void *) x.p, incx, (void *) y.p, incy, (void *) r.p, NULL));
  OK (CALL (type, asum, n, (void *) x.p, incx, (void *) (r.p + r.size), NULL));
  OK (CALL (type, nrm2, n, (void *) x.p, incx, (void *) (r.p + 2 * r.size), NULL));
  OK (type == 's' ? pxblas_isamax (n, (void *) x.p, incx, place, NULL)
		  : pxblas_idamax (n, (void *) x.p, incx, place, NULL));
  OK (px_synchronize ());
  double dot = 0, dots = 0, sum = 0, squares = 0, top = -1;
  long best = -1;
  for (long i = 0; i < n; i++)
    {
      double u = OLD (x, where (i, n, incx)), v = OLD (y, where (i, n, incy));
      dot += u * v, dots += fabs (u * v), sum += fabs (u), squares += u * u;
      if (fabs (u) > top)
	top = fabs (u), best = i;
    }
  CHECK (near (type, GET (r, 0), dot, dots, type == 's' ? 1 : 200));
  CHECK (near (type, GET (r, 1), sum, sum, type == 's' ? 1 : 200));
  CHECK (near (type, GET (r, 2), sqrt (squares), sqrt (squares), type == 's' ? 1 : 200));
  CHECK (*place == best);
  CHECK (unchanged (&x) && unchanged (&y) && others_same (&r, 1, 3, 1));
  OK (px_free (place));
  free_array (&x);
  free_array (&y);
  free_array (&r);
}

/* Numbers whose squares are too large or too small; infinities and NaNs; ties.  */
static void
extremes (char type)
{
  DOING ("extremes %c", type);
  enum { N = 300 };
  struct array x = new_array (type, N, false), r = new_array (type, 1, true);
  int64_t *place = px_alloc_managed (sizeof *place);
  CHECK (place);
  double floats[] = { 0x1p120, 0x1p-130, 1, 0x1p70, 0x1p-80 };
  double doubles[] = { 0x1p1010, 0x1p-1040, 1, 0x1p550, 0x1p-600 }, *scales = type == 's' ? floats : doubles;
  for (int k = 0; k < 5; k++)
    for (int mixed = 0; mixed < 2; mixed++)
      {
	long double squares = 0;
	for (int i = 0; i < N; i++)
	  {
	    put (&x, i, (1 + i % 5) * (mixed && i % 2 ? 1 : scales[k]));
	    squares += (long double) GET (x, i) * GET (x, i);
	  }
	OK (CALL (type, nrm2, N, (void *) x.p, 1, (void *) r.p, NULL));
	OK (px_synchronize ());
	double want = sqrtl (squares);
	CHECK (fabs (GET (r, 0) - want) <= want * (type == 's' ? FLT_EPSILON : 16 * DBL_EPSILON)
					     + (type == 's' ? 0x1p-149 : 0x1p-1074));
      }
  put (&x, 0, -2), put (&x, 17, INFINITY), put (&x, 200, -INFINITY);
  OK (CALL (type, nrm2, N, (void *) x.p, 1, (void *) r.p, NULL));
  OK (type == 's' ? pxblas_isamax (N, (void *) x.p, 1, place, NULL) : pxblas_idamax (N, (void *) x.p, 1, place, NULL));
  OK (px_synchronize ());
  CHECK (GET (r, 0) == INFINITY);
  CHECK (*place == 17);
  OK (type == 's' ? pxblas_isamax (N, (void *) x.p, -1, place, NULL) : pxblas_idamax (N, (void *) x.p, -1, place, NULL));
  OK (px_synchronize ());
  CHECK (*place == N - 1 - 200);
  put (&x, 250, NAN), put (&x, 290, -__builtin_nan ("0x4000000000000"));
  OK (CALL (type, nrm2, N, (void *) x.p, 1, (void *) r.p, NULL));
  OK (type == 's' ? pxblas_isamax (N, (void *) x.p, 1, place, NULL) : pxblas_idamax (N, (void *) x.p, 1, place, NULL));
  OK (px_synchronize ());
  CHECK (isnan (GET (r, 0)));
  CHECK (*place == 250);
  for (int i = 0; i < N; i++)
    put (&x, i, i % 2 ? -0. : 0);
  OK (CALL (type, nrm2, N, (void *) x.p, 1, (void *) r.p, NULL));
  OK (type == 's' ? pxblas_isamax (N, (void *) x.p, 1, place, NULL) : pxblas_idamax (N, (void *) x.p, 1, place, NULL));
  OK (px_synchronize ());
  CHECK (GET (r, 0) == 0);
  CHECK (*place == 0);
  OK (px_free (place));
  free_array (&x);
  free_array (&r);
}

/* No elements: sums are 0, there is no largest, vectors stay.  */
static void
nothing (char type)
{
  DOING ("nothing %c", type);
  struct array x = new_array (type, 5, false), r = new_array (type, 3, true);
  int64_t *place = px_alloc_managed (sizeof *place);
  CHECK (place);
  *place = 5;
  OK (CALL (type, axpy, 0, 2, NULL, 1, (void *) x.p, 1, NULL));
  OK (CALL (type, axpy, 5, 0, (void *) r.p, 1, (void *) x.p, 1, NULL));
  OK (CALL (type, copy, 0, NULL, 1, NULL, 1, NULL));
  OK (CALL (type, swap, 0, NULL, 1, (void *) x.p, 1, NULL));
  OK (CALL (type, scal, 0, 2, (void *) x.p, 1, NULL));
  OK (CALL (type, dot, 0, NULL, 1, NULL, 1, (void *) r.p, NULL));
  OK (CALL (type, asum, 0, NULL, 1, (void *) (r.p + r.size), NULL));
  OK (CALL (type, nrm2, 0, NULL, 1, (void *) (r.p + 2 * r.size), NULL));
  OK (type == 's' ? pxblas_isamax (0, NULL, 1, place, NULL) : pxblas_idamax (0, NULL, 1, place, NULL));
  OK (px_synchronize ());
  CHECK (unchanged (&x));
  CHECK (GET (r, 0) == 0 && GET (r, 1) == 0 && GET (r, 2) == 0 && *place == -1);
  OK (px_free (place));
  free_array (&x);
  free_array (&r);
}

/* On a stream of its own; and recorded, then run twice.  */
static void
streams (void)
{
  DOING ("streams");
  enum { N = 5000 };
  struct array x = new_array ('s', N, false), y = new_array ('s', N, false), r = new_array ('s', 1, true);
  px_stream s;
  px_graph g;
  float *d = (float *) r.p;
  OK (px_stream_create (&s));
  OK (px_capture_begin (s));
  OK (pxblas_saxpy (N, 1, (float *) x.p, 1, (float *) y.p, 1, s));
  OK (pxblas_sdot (N, (float *) x.p, 1, (float *) y.p, 1, d, s));
  OK (px_capture_end (s, &g));
  CHECK (unchanged (&y) && unchanged (&r));
  for (int k = 1; k <= 2; k++)
    {
      OK (px_graph_launch (g, s));
      OK (px_stream_synchronize (s));
      double dot = 0, dots = 0;
      for (int i = 0; i < N; i++)
	{
	  double t = OLD (x, i) * GET (y, i);
	  dot += t, dots += fabs (t);
	}
      CHECK (near ('s', GET (r, 0), dot, dots, 2));
      CHECK (near ('s', GET (y, N - 1), k * OLD (x, N - 1) + OLD (y, N - 1), 2, 4));
    }
  OK (px_graph_destroy (g));
  OK (px_stream_destroy (s));
  free_array (&x);
  free_array (&y);
  free_array (&r);
}

int
main (int argc, char **argv)
{
  (void) argv;
  begin ();
  for (const char *type = "sd"; *type; type++)
    {
      for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
	for (unsigned k = 0; k < sizeof incs / sizeof *incs; k++)
	  if ((argc == 1 || sizes[i] < 300) && (sizes[i] < 10000 || k % 4 == 0))
	    {
	      writes (*type, sizes[i], incs[k][0], incs[k][1]);
	      reductions (*type, sizes[i], incs[k][0], incs[k][1]);
	    }
      extremes (*type);
      nothing (*type);
    }
  streams ();
  return done ("level 1");
}
