/* SPDX-License-Identifier: MIT */
/* What is refused: a status with a text that names function and argument, and nothing is written;
   beside it the nearest call that is taken.  Threads that call at the same time.  */
#include <pthread.h>
#include "t.h"

/* CALL is refused with PX_ERR_INVALID, and says WORDS.  */
#define REFUSED(call, words) \
  do \
    { \
      DOING ("%s", #call); \
      px_status s_ = (call); \
      CHECK (s_ == PX_ERR_INVALID); \
      if (s_ == PX_ERR_INVALID && !strstr (px_status_text (s_), words)) \
	{ \
	  printf ("said: %s\n", px_status_text (s_)); \
	  CHECK (!words); \
	} \
    } \
  while (0)
#define TAKEN(call) \
  do \
    { \
      DOING ("%s", #call); \
      OK (call); \
      OK (px_synchronize ()); \
    } \
  while (0)

static const int64_t most = INT64_MAX, least = INT64_MIN, huge = ((int64_t) 1 << 34) + 1;

static void
vectors (void)
{
  struct array a = new_array ('s', 100, false), b = new_array ('d', 100, false);
  float *x = (float *) a.p, *y = x + 50, on_stack[4] = { 0 };
  double *d = (double *) b.p;
  int64_t *place = (int64_t *) (d + 99);
  REFUSED (pxblas_saxpy (-1, 1, x, 1, y, 1, NULL), "pxblas_saxpy: n is -1");
  REFUSED (pxblas_saxpy (least, 1, x, 1, y, 1, NULL), "pxblas_saxpy: n is");
  REFUSED (pxblas_saxpy (huge, 1, x, 1, y, 1, NULL), "not within 0 ...");
  REFUSED (pxblas_saxpy (most, 1, x, 1, y, 1, NULL), "not within 0 ...");
  REFUSED (pxblas_saxpy (2, 1, x, 0, y, 1, NULL), "incx is 0");
  REFUSED (pxblas_saxpy (2, 1, x, 1, y, 0, NULL), "incy is 0");
  REFUSED (pxblas_saxpy (2, 1, x, least, y, 1, NULL), "incx is");
  REFUSED (pxblas_saxpy (0, 1, x, 1, y, 0, NULL), "incy is 0");
  REFUSED (pxblas_saxpy (1 << 30, 1, x, most / 2, y, 1, NULL), "x is larger than memory");
  REFUSED (pxblas_saxpy (1 << 30, 1, x, 1, y, least + 1, NULL), "y is larger than memory");
  REFUSED (pxblas_saxpy (1, 1, NULL, 1, y, 1, NULL), "x is NULL");
  REFUSED (pxblas_saxpy (1, 1, x, 1, NULL, 1, NULL), "y is NULL");
  REFUSED (pxblas_saxpy (1, 1, (float *) ((char *) x + 2), 1, y, 1, NULL), "no multiple of 4");
  REFUSED (pxblas_daxpy (1, 1, d, 1, (double *) ((char *) (d + 1) + 4), 1, NULL), "no multiple of 8");
  REFUSED (pxblas_saxpy (1, 1, on_stack, 1, y, 1, NULL), "x, ");
  REFUSED (pxblas_saxpy (4, 1, x, 1, x, 1, NULL), "x, at");
  REFUSED (pxblas_saxpy (4, 1, x, 1, x + 3, 1, NULL), "overlap");
  REFUSED (pxblas_saxpy (4, 1, x + 3, 1, x, 1, NULL), "overlap");
  REFUSED (pxblas_saxpy (10, 1, x, 2, x + 4, 2, NULL), "overlap");
  REFUSED (pxblas_saxpy (10, 1, x, 2, x + 9, -3, NULL), "overlap");
  REFUSED (pxblas_sswap (7, x, 6, x + 4, 1, NULL), "overlap");
  REFUSED (pxblas_sscal (-1, 1, x, 1, NULL), "pxblas_sscal");
  REFUSED (pxblas_scopy (3, x, 1, x + 2, 1, NULL), "overlap");
  REFUSED (pxblas_sdot (-1, x, 1, x, 1, y, NULL), "pxblas_sdot: n is -1");
  REFUSED (pxblas_sdot (5, x, 1, x, 1, NULL, NULL), "result is NULL");
  REFUSED (pxblas_sdot (0, x, 1, x, 1, NULL, NULL), "result is NULL");
  REFUSED (pxblas_sdot (5, x, 1, x + 3, 1, x + 7, NULL), "overlap");
  REFUSED (pxblas_sasum (5, x, 0, y, NULL), "incx is 0");
  REFUSED (pxblas_dnrm2 (5, d, 1, d + 4, NULL), "x, at");
  REFUSED (pxblas_dnrm2 (5, d, 2, d + 4, NULL), "overlap");
  REFUSED (pxblas_isamax (7, x, 1, (int64_t *) (x + 5), NULL), "overlap");
  REFUSED (pxblas_isamax (5, x, 1, (int64_t *) ((char *) place + 4), NULL), "no multiple of 8");
  CHECK (unchanged (&a) && unchanged (&b));
  /* Rows of one matrix, parts that interleave, operands that are only read.  */
  TAKEN (pxblas_saxpy (10, 1, x, 2, x + 5, 2, NULL));
  TAKEN (pxblas_saxpy (4, 1, x, 1, x + 4, 1, NULL));
  TAKEN (pxblas_sswap (7, x, 6, x + 5, 6, NULL));
  TAKEN (pxblas_sswap (3, x, 6, x + 7, 4, NULL));
  TAKEN (pxblas_sdot (5, x, 1, x + 3, 1, x + 9, NULL));
  TAKEN (pxblas_dnrm2 (5, d, 2, d + 5, NULL));
  free_array (&a);
  free_array (&b);
}

/* What the arguments that overlap are found by, against all pairs of elements: random vectors.  */
static void
overlaps (void)
{
  struct array a = new_array ('s', 400, false);
  int met = 0;
  for (int i = 0; i < 2000; i++)
    {
      long n = next_random () % 8 + 1, incx = next_random () % 9 + 1, incy = next_random () % 9 + 1,
	   from = next_random () % 90, to = next_random () % 90;
      bool meet = false;
      for (long k = 0; k < n; k++)
	for (long j = 0; j < n; j++)
	  meet |= from + k * incx == to + j * incy;
      px_status s = pxblas_scopy (n, (float *) a.p + from, i % 3 ? incx : -incx, (float *) a.p + to,
				  i % 5 ? incy : -incy, NULL);
      DOING ("overlap n = %ld, %ld + i %ld, %ld + i %ld", n, from, incx, to, incy);
      CHECK (s == (meet ? PX_ERR_INVALID : PX_OK));
      met += meet;
    }
  CHECK (met > 100 && met < 1900);
  OK (px_synchronize ());
  free_array (&a);
}

/* Each thread works on its own arrays and stream.  */
static void *
caller (void *data)
{
  long bad = 0;
  px_stream s;
  struct array *a = data;
  float *x = (float *) a[0].p, *y = (float *) a[1].p, *r = (float *) a[2].p;
  bad += px_stream_create (&s) != PX_OK;
  for (int i = 0; i < 10; i++)
    {
      bad += pxblas_saxpy (1000, 1, x, 1, y, 1, s) != PX_OK;
      bad += pxblas_saxpy (i, 1, x, 0, y, 1, s) != PX_ERR_INVALID;
      bad += !strstr (px_status_text (PX_ERR_INVALID), "incx");
      bad += pxblas_sasum (1000, y, 1, r, s) != PX_OK;
    }
  bad += px_stream_synchronize (s) != PX_OK;
  bad += px_stream_destroy (s) != PX_OK;
  return (void *) bad;
}

static void
threads (void)
{
  enum { N = 6 };
  pthread_t id[N];
  struct array a[N][3];
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 3; k++)
      a[i][k] = new_array ('s', k < 2 ? 1000 : 1, false);
  for (int i = 0; i < N; i++)
    CHECK (!pthread_create (&id[i], NULL, caller, a[i]));
  for (int i = 0; i < N; i++)
    {
      void *bad;
      DOING ("thread %d", i);
      CHECK (!pthread_join (id[i], &bad) && !bad);
      double sum = 0;
      for (int k = 0; k < 1000; k++)
	sum += fabs (GET (a[i][1], k));
      CHECK (near ('s', GET (a[i][2], 0), sum, sum, 1));
      CHECK (near ('s', GET (a[i][1], 5), OLD (a[i][1], 5) + 10 * OLD (a[i][0], 5), 10, 10));
      for (int k = 0; k < 3; k++)
	free_array (&a[i][k]);
    }
}

int
main (void)
{
  begin ();
  vectors ();
  overlaps ();
  threads ();
  return done ("bad input");
}
