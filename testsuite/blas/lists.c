/* SPDX-License-Identifier: MIT */
/* Lists of products, by arrays of pointers and of many shapes, against sums of double; what is refused; threads
   that call at the same time.  With an argument, a few.  */
#include <pthread.h>
#include "t.h"

#define LIST(t, name, ...) \
  ((t) == 's'	? pxblas_s##name (__VA_ARGS__) \
   : (t) == 'h' ? pxblas_h##name (__VA_ARGS__) \
		: pxblas_b##name (__VA_ARGS__))

enum { MOST = 40 };

/* COUNT products and their matrices.  */
struct list
{
  char type;
  pxblas_op opa, opb;
  float alpha, beta;
  long count;
  pxblas_gemm_problem p[MOST];
  struct array a[MOST], b[MOST], c[MOST];
};

/* Where it has no elements, a matrix has one column.  */
static long
some (long n)
{
  return n > 0 ? n : 1;
}

static void
add_product (struct list *l, long m, long n, long k, long extra)
{
  bool na = l->opa == PXBLAS_N, nb = l->opb == PXBLAS_N;
  long i = l->count++, lda = some (na ? m : k) + extra, ldb = some (nb ? k : n) + 2 * extra, ldc = some (m) + extra;
  l->a[i] = new_array (l->type, lda * some (na ? k : m), false);
  l->b[i] = new_array (l->type, ldb * some (nb ? n : k), false);
  l->c[i] = new_array (l->type, ldc * some (n), l->beta == 0);
  l->p[i] = (pxblas_gemm_problem){ m, n, k, l->a[i].p, lda, l->b[i].p, ldb, l->c[i].p, ldc };
}

/* Whether each C is what it is to be, and nothing else has changed.  */
static bool
good (const struct list *l)
{
  bool good = true;
  for (long z = 0; z < l->count; z++)
    {
      const pxblas_gemm_problem *p = &l->p[z];
      const struct array *a = &l->a[z], *b = &l->b[z], *c = &l->c[z];
      long m = p->m > 0 ? p->m : 0, n = p->n > 0 ? p->n : 0;
      for (long j = 0; j < n; j++)
	for (long i = 0; i < m; i++)
	  {
	    double sum = 0, size = 0, old = l->beta != 0 ? l->beta * OLD (*c, i + j * p->ldc) : 0;
	    for (long e = 0; l->alpha != 0 && e < p->k; e++)
	      {
		double x = GET (*a, l->opa == PXBLAS_N ? i + e * p->lda : e + i * p->lda)
			   * GET (*b, l->opb == PXBLAS_N ? e + j * p->ldb : j + e * p->ldb);
		sum += x, size += fabs (x);
	      }
	    good &= near_sum (l->type, GET (*c, i + j * p->ldc), l->alpha * sum + old, fabs (l->alpha) * size + fabs (old), p->k + 2);
	  }
      good &= unchanged (a) && unchanged (b) && others_same (c, m, n, p->ldc);
    }
  return good;
}

static void
free_list (struct list *l)
{
  for (long i = 0; i < l->count; i++)
    free_array (&l->a[i]), free_array (&l->b[i]), free_array (&l->c[i]);
}

/* N bytes of AT, in memory of the device.  */
static void *
on_device (const void *at, size_t n)
{
  void *p = px_alloc (n ? n : 1);
  CHECK (p != NULL);
  OK (px_copy (p, at, n));
  return p;
}

static void
pointers (char type, int ops, long m, long n, long k, float alpha, float beta, long count)
{
  struct list l = { .type = type, .opa = ops & 1, .opb = ops >> 1, .alpha = alpha, .beta = beta };
  const void *a[MOST], *b[MOST];
  void *c[MOST];
  DOING ("%cgemm_pointers ops %d, %ld x %ld x %ld, alpha = %g, beta = %g, count %ld", type, ops, m, n, k, alpha, beta, count);
  for (long i = 0; i < count; i++)
    {
      add_product (&l, m, n, k, 3);
      a[i] = l.a[i].p, b[i] = l.b[i].p, c[i] = l.c[i].p;
    }
  /* One A for two products.  */
  if (count > 1)
    a[1] = l.p[1].a = a[0], free_array (&l.a[1]), l.a[1] = l.a[0];
  void *da = on_device (a, count * sizeof *a), *db = on_device (b, count * sizeof *b), *dc = on_device (c, count * sizeof *c);
  bool reads = alpha != 0 && k > 0;
  OK (LIST (type, gemm_pointers, l.opa, l.opb, m, n, k, alpha, reads ? da : NULL, l.p[0].lda, reads ? db : NULL,
	    l.p[0].ldb, beta, dc, l.p[0].ldc, count, NULL));
  CHECK (pxblas_gemm_kernel () == (!m || !n || !count || (!reads && beta == 1) ? PXBLAS_KERNEL_NONE
				   : type == 's' ? PXBLAS_KERNEL_FMA : PXBLAS_KERNEL_MMA));
  OK (px_synchronize ());
  CHECK (good (&l));
  OK (px_free (da));
  OK (px_free (db));
  OK (px_free (dc));
  if (count > 1)
    l.a[1] = new_array (type, 1, true);
  free_list (&l);
}

static void
grouped (char type, int ops, const long shapes[][3], long count, float alpha, float beta)
{
  struct list l = { .type = type, .opa = ops & 1, .opb = ops >> 1, .alpha = alpha, .beta = beta };
  DOING ("%cgemm_grouped ops %d, %ld products, alpha = %g, beta = %g", type, ops, count, alpha, beta);
  for (long i = 0; i < count; i++)
    {
      add_product (&l, shapes[i][0], shapes[i][1], shapes[i][2], i % 4);
      /* Where nothing is read or written, nothing has to be.  */
      if (shapes[i][2] <= 0)
	l.p[i].a = l.p[i].b = NULL;
      if (shapes[i][0] <= 0 || shapes[i][1] <= 0)
	l.p[i].a = l.p[i].b = l.p[i].c = NULL;
    }
  void *p = on_device (l.p, count * sizeof *l.p);
  OK (LIST (type, gemm_grouped, l.opa, l.opb, alpha, beta, p, count, NULL));
  OK (px_synchronize ());
  CHECK (good (&l));
  OK (px_free (p));
  free_list (&l);
}

/* What the kernel reads is what work before it in the stream has written.  */
static void
in_order (void)
{
  struct list l = { .type = 's', .alpha = 1, .beta = 0 };
  px_stream s;
  DOING ("in order");
  OK (px_stream_create (&s));
  add_product (&l, 20, 30, 40, 0);
  pxblas_gemm_problem *p = px_alloc_managed (sizeof *p);
  memset (p, 0, sizeof *p);
  OK (px_copy_async (p, l.p, sizeof *p, s));
  OK (pxblas_sgemm_grouped (PXBLAS_N, PXBLAS_N, 1, 0, p, 1, s));
  OK (px_stream_synchronize (s));
  OK (px_stream_destroy (s));
  CHECK (good (&l));
  OK (px_free (p));
  free_list (&l);
}

static void
refused (void)
{
  const pxblas_op N = PXBLAS_N;
  struct list l = { .type = 's', .alpha = 1 };
  add_product (&l, 3, 4, 5, 0);
  struct
  {
    const float *a[2], *b[2];
    float *c[2];
    pxblas_gemm_problem p[2];
  } *x = px_alloc_managed (sizeof *x);
  x->a[0] = x->a[1] = l.p[0].a, x->b[0] = x->b[1] = l.p[0].b, x->c[0] = x->c[1] = l.p[0].c, x->p[0] = l.p[0];
#define POINTERS(m, n, k, a, lda, b, ldb, c, ldc, count) \
  pxblas_sgemm_pointers (N, N, m, n, k, 1, a, lda, b, ldb, 0, c, ldc, count, NULL)
  REFUSED (POINTERS (-1, 4, 5, x->a, 3, x->b, 5, x->c, 3, 1), "pxblas_sgemm_pointers: m is -1");
  REFUSED (POINTERS (3, 4, 1ll << 31, x->a, 3, x->b, 5, x->c, 3, 1), "k is 2147483648");
  REFUSED (POINTERS (3, 4, 5, x->a, 2, x->b, 5, x->c, 3, 1), "lda is 2, less than 3");
  REFUSED (POINTERS (3, 4, 5, x->a, 3, x->b, 4, x->c, 3, 1), "ldb is 4, less than 5");
  REFUSED (POINTERS (3, 4, 5, x->a, 3, x->b, 5, x->c, 2, 1), "ldc is 2, less than 3");
  REFUSED (POINTERS (3, 4, 5, x->a, 3, x->b, 5, x->c, 3, -1), "count is -1");
  REFUSED (POINTERS (3, 4, 5, x->a, 3, x->b, 5, x->c, 3, 1ll << 31), "count is 2147483648");
  REFUSED (POINTERS (3, 4, 5, NULL, 3, x->b, 5, x->c, 3, 1), "a is NULL");
  REFUSED (POINTERS (3, 4, 5, x->a, 3, NULL, 5, x->c, 3, 1), "b is NULL");
  REFUSED (POINTERS (3, 4, 5, x->a, 3, x->b, 5, NULL, 3, 1), "c is NULL");
  REFUSED (POINTERS (3, 4, 5, x->a, 3, x->b, 5, (float **) ((char *) x->c + 4), 3, 1), "no multiple of 8");
  REFUSED (pxblas_hgemm_pointers (N, 9, 3, 4, 5, 1, NULL, 3, NULL, 5, 0, NULL, 3, 1, NULL), "pxblas_hgemm_pointers: an operation");
  REFUSED (pxblas_sgemm_grouped (N, N, 1, 0, NULL, 1, NULL), "pxblas_sgemm_grouped: problems is NULL");
  REFUSED (pxblas_sgemm_grouped (N, N, 1, 0, x->p, -1, NULL), "count is -1");
  REFUSED (pxblas_sgemm_grouped (7, N, 1, 0, x->p, 1, NULL), "an operation");
  REFUSED (pxblas_bgemm_grouped (N, N, 1, 0, NULL, 1, NULL), "pxblas_bgemm_grouped: problems is NULL");
  REFUSED (pxblas_sgemm_grouped (N, N, 1, 0, (pxblas_gemm_problem *) ((char *) x->p + 4), 1, NULL), "no multiple of 8");
  CHECK (pxblas_gemm_kernel () == PXBLAS_KERNEL_NONE);
  OK (px_synchronize ());
  CHECK (unchanged (&l.c[0]));
  DOING ("nothing to do");
  OK (POINTERS (3, 4, 5, NULL, 3, NULL, 5, NULL, 3, 0));
  OK (POINTERS (0, 4, 5, NULL, 1, NULL, 5, NULL, 1, 1));
  OK (pxblas_sgemm_pointers (N, N, 3, 4, 5, 0, NULL, 3, NULL, 5, 1, x->c, 3, 1, NULL));
  OK (pxblas_sgemm_grouped (N, N, 1, 0, NULL, 0, NULL));
  OK (px_synchronize ());
  CHECK (unchanged (&l.c[0]));
  DOING ("the call beside them");
  OK (POINTERS (3, 4, 5, x->a, 3, x->b, 5, x->c, 3, 1));
  OK (px_synchronize ());
  CHECK (good (&l));
  OK (px_free (x));
  free_list (&l);
}

/* Each thread has its own list and stream.  */
static void *
caller (void *data)
{
  long bad = 0;
  px_stream s;
  pxblas_gemm_problem *p = data;
  bad += px_stream_create (&s) != PX_OK;
  for (int i = 0; i < 4; i++)
    {
      bad += pxblas_sgemm_grouped (PXBLAS_N, PXBLAS_N, 1, 0, p, 1, s) != PX_OK;
      bad += pxblas_gemm_kernel () != PXBLAS_KERNEL_FMA;
      bad += pxblas_sgemm_grouped (PXBLAS_N, PXBLAS_N, 1, 0, NULL, 1, s) != PX_ERR_INVALID;
    }
  bad += px_stream_synchronize (s) != PX_OK;
  bad += px_stream_destroy (s) != PX_OK;
  return (void *) bad;
}

static void
threads (void)
{
  enum { N = 4 };
  pthread_t id[N];
  struct list l = { .type = 's', .alpha = 1 };
  for (int i = 0; i < N; i++)
    add_product (&l, 20 + i, 10, 30, i);
  pxblas_gemm_problem *p = on_device (l.p, sizeof l.p);
  for (int i = 0; i < N; i++)
    CHECK (!pthread_create (&id[i], NULL, caller, p + i));
  DOING ("threads");
  for (int i = 0; i < N; i++)
    {
      void *bad;
      CHECK (!pthread_join (id[i], &bad) && !bad);
    }
  CHECK (good (&l));
  OK (px_free (p));
  free_list (&l);
}

int
main (int argc, char **argv)
{
  static const long shapes[][3] = {
    { 1, 1, 1 }, { 130, 70, 33 }, { 0, 50, 20 }, { 64, 0, 20 }, { 65, 129, 17 }, { 40, 30, 0 }, { -3, 5, 5 },
    { 5, -3, 5 }, { 9, 9, -1 }, { 200, 3, 64 }, { 2, 130, 5 },
  };
  enum { SHAPES = sizeof shapes / sizeof *shapes };
  (void) argv;
  begin ();
  int turn = 0;
  for (const char *type = "shb"; *type; type++)
    for (int ops = 0; ops < 4; ops++, turn++)
      if (argc == 1 || turn % 3 == 1)
	{
	  float alpha = turn % 5 == 4 ? 0 : 1.5f, beta = turn % 2 ? 0 : -0.5f;
	  grouped (*type, ops, shapes, SHAPES, alpha, beta);
	  pointers (*type, ops, 70, 66, 35, 1.5f, beta, 3);
	  if (argc > 1)
	    continue;
	  pointers (*type, ops, 1, 1, 1, alpha, beta, 1);
	  pointers (*type, ops, 20, 30, 0, 1, beta, 2);
	  pointers (*type, ops, 20, 30, 9, 0, 1, 2);
	  pointers (*type, ops, 0, 30, 9, 1, beta, 2);
	  pointers (*type, ops, 10, 140, 40, 1, 1, MOST);
	}
  grouped ('s', 0, shapes, 0, 1, 0);
  /* More tiles than blocks, and products without tiles at the ends.  */
  long many[MOST][3] = { 0 };
  for (int i = 1; i < MOST - 1; i++)
    many[i][0] = 1 + i % 3 * 60, many[i][1] = i % 5 * 200, many[i][2] = 1 + i % 2;
  grouped ('s', 0, (const long (*)[3]) many, MOST, 1, 0);
  in_order ();
  refused ();
  threads ();
  return done ("lists");
}
