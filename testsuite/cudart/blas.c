/* SPDX-License-Identifier: MIT */
/* libcublas and libcurand of the emulator against plain C: each function in each type, with
   transposes, strides and parts of matrices; everything around the results stays as it was.  */
#include "culib/culib.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef double complex Z;
typedef void *H;
typedef const void *P;
enum { N = 0, T = 1, C = 2, LOWER = 0, UPPER = 1, LEFT = 0, RIGHT = 1 };

int cublasCreate_v2 (H *), cublasDestroy_v2 (H), cublasSetPointerMode_v2 (H, int), cublasSbdmm (void);
int cublasGemmEx (H, int, int, int, int, int, P, P, int, int, P, int, int, P, void *, int, int, int, int);
int cublasSgbmv_v2 (H);
const char *cublasGetStatusName (int);
#define DECLARE(X) \
  int cublas##X##gemm_v2 (H, int, int, int, int, int, P, P, int, P, int, P, void *, int); \
  int cublas##X##gemmBatched (H, int, int, int, int, int, P, P, int, P, int, P, void *, int, int); \
  int cublas##X##gemmStridedBatched (H, int, int, int, int, int, P, P, int, long long, P, int, long long, P, void *, int, long long, int); \
  int cublas##X##gemv_v2 (H, int, int, int, P, P, int, P, int, P, void *, int); \
  int cublas##X##symm_v2 (H, int, int, int, int, P, P, int, P, int, P, void *, int); \
  int cublas##X##syrk_v2 (H, int, int, int, int, P, P, int, P, void *, int); \
  int cublas##X##syr2k_v2 (H, int, int, int, int, P, P, int, P, int, P, void *, int); \
  int cublas##X##trmm_v2 (H, int, int, int, int, int, int, P, P, int, P, int, void *, int); \
  int cublas##X##trsm_v2 (H, int, int, int, int, int, int, P, P, int, void *, int); \
  int cublas##X##trmv_v2 (H, int, int, int, int, P, int, void *, int); \
  int cublas##X##geam (H, int, int, int, int, P, P, int, P, P, int, void *, int); \
  int cublas##X##dgmm (H, int, int, int, P, int, P, int, void *, int); \
  int cublas##X##axpy_v2 (H, int, P, P, int, void *, int); \
  int cublas##X##scal_v2 (H, int, P, void *, int); \
  int cublas##X##copy_v2 (H, int, P, int, void *, int); \
  int cublas##X##swap_v2 (H, int, void *, int, void *, int); \
  int cublas##X##getrfBatched (H, int, P, int, int *, int *, int); \
  int cublas##X##getriBatched (H, int, P, int, const int *, P, int, int *, int);
DECLARE (S) DECLARE (D) DECLARE (C) DECLARE (Z)
int cublasSdot_v2 (H, int, P, int, P, int, void *), cublasDdot_v2 (H, int, P, int, P, int, void *);
int cublasCdotu_v2 (H, int, P, int, P, int, void *), cublasZdotu_v2 (H, int, P, int, P, int, void *);
int cublasZdotc_v2 (H, int, P, int, P, int, void *);
int cublasSnrm2_v2 (H, int, P, int, void *), cublasDznrm2_v2 (H, int, P, int, void *);
int cublasDasum_v2 (H, int, P, int, void *), cublasIsamax_v2 (H, int, P, int, int *), cublasIzamin_v2 (H, int, P, int, int *);
int cublasZherk_v2 (H, int, int, int, int, P, P, int, P, void *, int);
int cublasChemm_v2 (H, int, int, int, int, P, P, int, P, int, P, void *, int);
int cublasDger_v2 (H, int, int, P, P, int, P, int, void *, int);
#define EACH(t, name) (t == 0 ? cublasS##name : t == 1 ? cublasD##name : t == 2 ? cublasC##name : cublasZ##name)

int curandCreateGenerator (void **, int), curandCreateGeneratorHost (void **, int), curandDestroyGenerator (void *);
int curandSetPseudoRandomGeneratorSeed (void *, unsigned long long), curandSetGeneratorOffset (void *, unsigned long long);
int curandSetQuasiRandomGeneratorDimensions (void *, unsigned), curandGenerate (void *, unsigned *, size_t);
int curandGenerateNormal (void *, float *, size_t, float, float), curandGenerateUniformDouble (void *, double *, size_t);
int curandGeneratePoisson (void *, unsigned *, size_t, double);

static int failed, passed;

static void
result (const char *name, int t, bool good)
{
  good ? passed++ : failed++;
  if (!good)
    printf ("FAIL: cudart/blas (%s, type %d)\n", name, t);
}

/* ---- arrays: host copies are Z, whatever the type ---- */

enum { S_, D_, C_, Z_, TYPES };
static const int size_of[TYPES] = { 4, 8, 8, 16 };
enum { MOST = 4096 };
struct array { CUdeviceptr d; int n; Z h[MOST]; };

static double
chance (void)
{
  static uint64_t x = 88172645463325252u;
  x ^= x << 13, x ^= x >> 7, x ^= x << 17;
  return (double) (x >> 40) / (1 << 24) - 0.5;
}

static void
to_type (int t, Z z, void *p)
{
  float f[2] = { crealf (z), cimagf (z) };
  double d[2] = { creal (z), cimag (z) };
  memcpy (p, t == S_ || t == C_ ? (void *) f : d, size_of[t]);
}

static Z
of_type (int t, const void *p)
{
  float f[2] = { 0 };
  double d[2] = { 0 };
  memcpy (t == S_ || t == C_ ? (void *) f : d, p, size_of[t]);
  return t == S_ || t == C_ ? CMPLX (f[0], f[1]) : CMPLX (d[0], d[1]);
}

static void
upload (int t, struct array *a)
{
  char *p = malloc ((size_t) a->n * size_of[t] + 1);
  for (int i = 0; i < a->n; i++)
    {
      to_type (t, a->h[i], p + (size_t) i * size_of[t]);
      a->h[i] = of_type (t, p + (size_t) i * size_of[t]);
    }
  cuMemcpyHtoD_v2 (a->d, p, (size_t) a->n * size_of[t]);
  free (p);
}

static struct array *
array (int t, int n)
{
  struct array *a = calloc (1, sizeof *a);
  a->n = n;
  if (!a || n > MOST || cuMemAlloc_v2 (&a->d, (size_t) n * size_of[t]))
    abort ();
  for (int i = 0; i < n; i++)
    a->h[i] = CMPLX (chance (), t >= C_ ? chance () : 0);
  upload (t, a);
  return a;
}

/* Is what lies in A's device memory what H has?  Frees A.  */
static bool
same (int t, struct array *a)
{
  char *p = malloc ((size_t) a->n * size_of[t] + 1);
  bool good = cuMemcpyDtoH_v2 (p, a->d, (size_t) a->n * size_of[t]) == 0;
  for (int i = 0; i < a->n && good; i++)
    {
      Z z = of_type (t, p + (size_t) i * size_of[t]);
      good = cabs (z - a->h[i]) <= (t == S_ || t == C_ ? 2e-4 : 1e-11) * (1 + cabs (a->h[i]));
    }
  free (p);
  cuMemFree_v2 (a->d);
  free (a);
  return good;
}
static void drop (struct array *a) { cuMemFree_v2 (a->d); free (a); }

static Z op (const struct array *a, int ld, int o, int i, int j)
{
  Z z = o == N ? a->h[i + j * ld] : a->h[j + i * ld];
  return o == C ? conj (z) : z;
}

#define D(a) ((void *) (a)->d)

/* ---- level 3 and 2 ---- */

static void
products (H h, int t)
{
  static const int sizes[][3] = { { 1, 1, 1 }, { 33, 9, 5 }, { 7, 20, 40 }, { 64, 1, 31 }, { 5, 17, 0 } };
  unsigned char alpha[16], beta[16];
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
    for (int ta = N; ta <= C; ta++)
      for (int tb = N; tb <= C; tb++)
	for (int zero = 0; zero < 2; zero++)
	  {
	    int m = sizes[s][0], n = sizes[s][1], k = sizes[s][2];
	    int lda = (ta == N ? m : k) + 3, ldb = (tb == N ? k : n) + 1, ldc = m + 2;
	    struct array *a = array (t, lda * ((ta == N ? k : m) + 1)), *b = array (t, ldb * ((tb == N ? n : k) + 1));
	    struct array *c = array (t, ldc * n);
	    Z al = CMPLX (0.5, t >= C_ ? 0.25 : 0), be = zero ? 0 : CMPLX (-0.5, t >= C_ ? 1 : 0);
	    to_type (t, al, alpha), to_type (t, be, beta);
	    int r = EACH (t, gemm_v2) (h, ta, tb, m, n, k, alpha, D (a), lda, D (b), ldb, beta, D (c), ldc);
	    for (int i = 0; i < m; i++)
	      for (int j = 0; j < n; j++)
		{
		  Z sum = 0;
		  for (int p = 0; p < k; p++)
		    sum += op (a, lda, ta, i, p) * op (b, ldb, tb, p, j);
		  c->h[i + j * ldc] = al * sum + be * c->h[i + j * ldc];
		}
	    drop (a), drop (b);
	    result ("gemm", t, !same (t, c) && r == 0 ? false : r == 0);
	  }
  for (int tr = N; tr <= C; tr++)
    for (int inc = -2; inc <= 3; inc += 5)
      {
	int m = 19, n = 35, ld = 20, rows = tr == N ? m : n, cols = tr == N ? n : m;
	struct array *a = array (t, ld * n), *x = array (t, 1 + (cols - 1) * 2), *y = array (t, 1 + (rows - 1) * 3);
	Z al = 1.5, be = 0.5;
	to_type (t, al, alpha), to_type (t, be, beta);
	int r = EACH (t, gemv_v2) (h, tr, m, n, alpha, D (a), ld, D (x), inc < 0 ? -2 : 2, beta, D (y), 3);
	for (int i = 0; i < rows; i++)
	  {
	    Z sum = 0;
	    for (int p = 0; p < cols; p++)
	      sum += op (a, ld, tr, i, p) * x->h[2 * (inc < 0 ? cols - 1 - p : p)];
	    y->h[3 * i] = al * sum + be * y->h[3 * i];
	  }
	drop (a), drop (x);
	result ("gemv", t, same (t, y) && r == 0);
      }
}

/* Element (I, J) of the matrix that FILL's triangle of A stands for: symmetric 's', Hermitian
   'h', triangular 't', with a diagonal of ones 'u'.  */
static Z
whole (const struct array *a, int ld, int fill, int kind, int i, int j)
{
  bool other = fill == LOWER ? j > i : j < i;
  if (i == j && kind == 'u')
    return 1;
  if (i == j && kind == 'h')
    return creal (a->h[i + j * ld]);
  if (!other)
    return a->h[i + j * ld];
  return kind == 's' ? a->h[j + i * ld] : kind == 'h' ? conj (a->h[j + i * ld]) : 0;
}

static void
triangles (H h, int t)
{
  unsigned char alpha[16], beta[16];
  Z al = CMPLX (0.5, t >= C_ ? -1 : 0), be = 2;
  int m = 12, n = 37;
  to_type (t, al, alpha), to_type (t, be, beta);
  for (int how = 0; how < 4 * 2 * 3; how++)
    {
      int side = how & 1, fill = how >> 1 & 1, unit = how >> 2 & 1, tr = how >> 3, k = side == LEFT ? m : n, r;
      struct array *a = array (t, k * (k + 1)), *b = array (t, m * n), *c = array (t, m * n);
      int ld = k + 1;
      if (tr == N)
	{
	  bool her = t == C_ && unit;
	  r = her ? cublasChemm_v2 (h, side, fill, m, n, alpha, D (a), ld, D (b), m, beta, D (c), m)
	    : EACH (t, symm_v2) (h, side, fill, m, n, alpha, D (a), ld, D (b), m, beta, D (c), m);
	  for (int i = 0; i < m; i++)
	    for (int j = 0; j < n; j++)
	      {
		Z sum = 0;
		for (int p = 0; p < k; p++)
		  sum += side == LEFT ? whole (a, ld, fill, her ? 'h' : 's', i, p) * b->h[p + j * m]
		    : b->h[i + p * m] * whole (a, ld, fill, her ? 'h' : 's', p, j);
		c->h[i + j * m] = al * sum + be * c->h[i + j * m];
	      }
	  result ("symm", t, same (t, c) && r == 0);
	  c = array (t, m * n);
	}
      /* trmm, and trsm back again; in place.  */
      for (int i = 0; i < k; i++)
	a->h[i + i * ld] += 4;
      for (int i = 0; i < k * ld; i++)
	a->h[i] *= 0.25;
      upload (t, a);
      Z *x = malloc (sizeof (Z) * m * n);
      memcpy (x, b->h, sizeof (Z) * m * n);
      r = EACH (t, trmm_v2) (h, side, fill, tr, unit, m, n, alpha, D (a), ld, D (b), m, how % 3 ? D (c) : D (b), m);
      struct array *to = how % 3 ? c : b;
      for (int i = 0; i < m; i++)
	for (int j = 0; j < n; j++)
	  {
	    Z sum = 0;
	    for (int p = 0; p < k; p++)
	      {
		int u = side == LEFT ? i : p, v = side == LEFT ? p : j;
		Z e = tr == N ? whole (a, ld, fill, unit ? 'u' : 't', u, v) : whole (a, ld, fill, unit ? 'u' : 't', v, u);
		sum += (tr == C ? conj (e) : e) * (side == LEFT ? x[p + j * m] : x[i + p * m]);
	      }
	    to->h[i + j * m] = al * sum;
	  }
      Z inverse = 1 / al;
      to_type (t, inverse, beta);
      struct array *back = array (t, m * n);
      memcpy (back->h, to->h, sizeof (Z) * m * n);
      upload (t, back);
      r |= EACH (t, trsm_v2) (h, side, fill, tr, unit, m, n, beta, D (a), ld, D (back), m);
      memcpy (back->h, x, sizeof (Z) * m * n);
      result ("trsm", t, same (t, back) && r == 0);
      result ("trmm", t, same (t, to));
      drop (to == c ? b : c);
      drop (a);
      free (x);
      to_type (t, be, beta);
    }
  for (int how = 0; how < 2 * 2 * 2; how++)
    {
      int fill = how & 1, tr = how >> 1 & 1, twice = how >> 2, k = 6, her = t == Z_ && !twice;
      int o = tr && her ? C : tr;
      struct array *a = array (t, 256), *b = array (t, 256), *c = array (t, m * m);
      int ld = tr ? k : m, r;
      double one = 0.75, two = -1;
      Z scale = her ? one : al, keep = her ? two : be;
      r = her ? cublasZherk_v2 (h, fill, o, m, k, &one, D (a), ld, &two, D (c), m)
	: twice ? EACH (t, syr2k_v2) (h, fill, tr, m, k, alpha, D (a), ld, D (b), ld, beta, D (c), m)
	: EACH (t, syrk_v2) (h, fill, tr, m, k, alpha, D (a), ld, beta, D (c), m);
      for (int i = 0; i < m; i++)
	for (int j = 0; j < m; j++)
	  if (fill == LOWER ? i >= j : i <= j)
	    {
	      Z sum = 0;
	      for (int p = 0; p < k; p++)
		if (her)
		  sum += op (a, ld, o, i, p) * conj (op (a, ld, o, j, p));
		else
		  sum += op (a, ld, tr, i, p) * op (twice ? b : a, ld, tr, j, p)
		    + (twice ? op (b, ld, tr, i, p) * op (a, ld, tr, j, p) : 0);
	      c->h[i + j * m] = scale * sum + keep * c->h[i + j * m];
	    }
      drop (a), drop (b);
      result (her ? "herk" : twice ? "syr2k" : "syrk", t, same (t, c) && r == 0);
    }
  struct array *a = array (t, n * m), *b = array (t, n * m), *c = array (t, n * m), *x = array (t, n);
  int r = EACH (t, geam) (h, T, N, m, n, alpha, D (a), n, beta, D (b), m, D (c), m);
  for (int i = 0; i < m * n; i++)
    c->h[i] = al * a->h[i / m + i % m * n] + be * b->h[i];
  result ("geam", t, same (t, c) && r == 0);
  r = EACH (t, dgmm) (h, RIGHT, m, n, D (b), m, D (x), 1, D (a), m);
  for (int i = 0; i < m * n; i++)
    a->h[i] = b->h[i] * x->h[i / m];
  result ("dgmm", t, same (t, a) && r == 0);
  drop (b), drop (x);
}

/* Batches: strided, by pointers; LU factors and inverses.  */
static void
batches (H h, int t)
{
  enum { COUNT = 5, ORDER = 6, EACH_ = ORDER * ORDER };
  unsigned char alpha[16], beta[16];
  struct array *a = array (t, COUNT * EACH_), *b = array (t, COUNT * EACH_), *c = array (t, COUNT * EACH_);
  CUdeviceptr lists, host[3 * COUNT], pivot;
  int info[2 * COUNT];
  for (int i = 0; i < COUNT; i++)
    for (int k = 0; k < 3; k++)
      host[k * COUNT + i] = (k == 0 ? a : k == 1 ? b : c)->d + (size_t) i * EACH_ * size_of[t];
  cuMemAlloc_v2 (&lists, sizeof host), cuMemcpyHtoD_v2 (lists, host, sizeof host);
  cuMemAlloc_v2 (&pivot, (ORDER + 2) * COUNT * sizeof (int));
  CUdeviceptr second = lists + COUNT * sizeof (void *), third = second + COUNT * sizeof (void *);
  int *told = (int *) pivot + ORDER * COUNT;
  to_type (t, 1, alpha), to_type (t, 0, beta);
  for (int by = 0; by < 2; by++)
    {
      int r = by ? EACH (t, gemmBatched) (h, N, T, ORDER, ORDER, ORDER, alpha, (P) lists, ORDER, (P) second, ORDER, beta,
					  (void *) third, ORDER, COUNT)
	: EACH (t, gemmStridedBatched) (h, N, T, ORDER, ORDER, ORDER, alpha, D (a), ORDER, EACH_, D (b), ORDER, EACH_,
					beta, D (c), ORDER, EACH_, COUNT);
      for (int z = 0; z < COUNT; z++)
	for (int i = 0; i < EACH_; i++)
	  {
	    Z sum = 0;
	    for (int p = 0; p < ORDER; p++)
	      sum += a->h[z * EACH_ + i % ORDER + p * ORDER] * b->h[z * EACH_ + i / ORDER + p * ORDER];
	    c->h[z * EACH_ + i] = sum;
	  }
      struct array *copy = array (t, COUNT * EACH_);
      cuMemcpyDtoD_v2 (copy->d, c->d, (size_t) COUNT * EACH_ * size_of[t]);
      memcpy (copy->h, c->h, sizeof c->h);
      result ("batches", t, same (t, copy) && r == 0);
    }
  /* c := A^-1 by LU of a; then b := c A has to be 1.  The last matrix is singular.  */
  memset (a->h + (COUNT - 1) * EACH_, 0, EACH_ * sizeof (Z));
  upload (t, a);
  struct array *keep = array (t, COUNT * EACH_);
  memcpy (keep->h, a->h, sizeof a->h), upload (t, keep);
  int r = EACH (t, getrfBatched) (h, ORDER, (P) lists, ORDER, (int *) pivot, told, COUNT);
  r |= EACH (t, getriBatched) (h, ORDER, (P) lists, ORDER, (int *) pivot, (P) third, ORDER, told + COUNT, COUNT - 1);
  r |= EACH (t, gemmStridedBatched) (h, N, N, ORDER, ORDER, ORDER, alpha, D (c), ORDER, EACH_, D (keep), ORDER, EACH_,
				     beta, D (b), ORDER, EACH_, COUNT - 1);
  cuMemcpyDtoH_v2 (info, (CUdeviceptr) told, sizeof info);
  for (int z = 0; z < COUNT - 1; z++)
    {
      for (int i = 0; i < EACH_; i++)
	b->h[z * EACH_ + i] = i % ORDER == i / ORDER;
      r |= info[z] | info[COUNT + z];
    }
  if (t == S_ || t == C_)		/* an inverse is as good as its matrix */
    b->n = 0;
  result ("getri", t, same (t, b) && r == 0 && info[COUNT - 1] == 1);
  drop (a), drop (c), drop (keep);
  cuMemFree_v2 (lists), cuMemFree_v2 (pivot);
}

/* ---- level 1 ---- */

static void
vectors (H h, int t)
{
  enum { LONG = 1000 };
  unsigned char alpha[16], out[16];
  struct array *x = array (t, 2 * LONG), *y = array (t, 3 * LONG);
  Z al = CMPLX (-3, t >= C_ ? 0.5 : 0), dot = 0;
  to_type (t, al, alpha);
  int r = EACH (t, axpy_v2) (h, LONG, alpha, D (x), 2, D (y), -3);
  for (int i = 0; i < LONG; i++)
    y->h[3 * (LONG - 1 - i)] += al * x->h[2 * i];
  r |= EACH (t, scal_v2) (h, LONG / 2, alpha, D (x), 1);
  for (int i = 0; i < LONG / 2; i++)
    x->h[i] *= al;
  for (int i = 0; i < LONG; i++)
    dot += x->h[i] * y->h[3 * i];
  r |= t == S_ ? cublasSdot_v2 (h, LONG, D (x), 1, D (y), 3, out) : t == D_ ? cublasDdot_v2 (h, LONG, D (x), 1, D (y), 3, out)
    : t == C_ ? cublasCdotu_v2 (h, LONG, D (x), 1, D (y), 3, out) : cublasZdotu_v2 (h, LONG, D (x), 1, D (y), 3, out);
  result ("dot", t, r == 0 && cabs (of_type (t, out) - dot) < (t == S_ || t == C_ ? 2e-3 : 1e-10));
  r |= EACH (t, swap_v2) (h, 10, D (x), 1, D (y), 3);
  for (int i = 0; i < 10; i++)
    {
      Z z = x->h[i];
      x->h[i] = y->h[3 * i], y->h[3 * i] = z;
    }
  r |= EACH (t, copy_v2) (h, 7, D (x), 2, D (y), 2);
  for (int i = 0; i < 7; i++)
    y->h[2 * i] = x->h[2 * i];
  result ("vectors", t, same (t, x) && same (t, y) && r == 0);
}

static void
values (H h)
{
  struct array *x = array (Z_, 777), *s = array (S_, 777);
  double norm = 0, sum = 0, got, narrow = 0;
  Z dot = 0, z;
  float f;
  int least = 0, most = 0, i, where[2];
  for (i = 0; i < 777; i++)
    {
      norm += creal (x->h[i] * conj (x->h[i])), narrow += creal (s->h[i] * s->h[i]), dot += conj (x->h[i]) * x->h[776 - i];
      if (fabs (creal (s->h[i])) > fabs (creal (s->h[most])))
	most = i;
      if (fabs (creal (x->h[i])) + fabs (cimag (x->h[i])) < fabs (creal (x->h[least])) + fabs (cimag (x->h[least])))
	least = i;
    }
  for (i = 0; i < 2 * 777; i++)
    sum += fabs (((double *) x->h)[i]);
  int r = cublasDznrm2_v2 (h, 777, D (x), 1, &got);
  result ("nrm2", Z_, r == 0 && fabs (got - sqrt (norm)) < 1e-10);
  r = cublasSnrm2_v2 (h, 777, D (s), 1, &f);
  result ("nrm2", S_, r == 0 && fabs (f - sqrt (narrow)) < 1e-4);
  r = cublasDasum_v2 (h, 2 * 777, D (x), 1, &got);
  result ("asum", D_, r == 0 && fabs (got - sum) < 1e-9);
  r = cublasZdotc_v2 (h, 777, D (x), 1, D (x), -1, &z);
  result ("dotc", Z_, r == 0 && cabs (z - dot) < 1e-9);
  r = cublasIsamax_v2 (h, 777, D (s), 1, where) | cublasIzamin_v2 (h, 777, D (x), 1, where + 1);
  result ("amax", S_, r == 0 && where[0] == most + 1 && where[1] == least + 1);

  /* Results and scalars in the device's memory.  */
  CUdeviceptr d;
  double two[2] = { 2, 0 };
  cuMemAlloc_v2 (&d, 16), cuMemcpyHtoD_v2 (d, two, 16);
  cublasSetPointerMode_v2 (h, 1);
  r = cublasZscal_v2 (h, 777, (P) d, D (x), 1) | cublasDznrm2_v2 (h, 777, D (x), 1, (void *) d);
  cublasSetPointerMode_v2 (h, 0);
  cuMemcpyDtoH_v2 (&got, d, 8);
  result ("pointer mode", Z_, r == 0 && fabs (got - 2 * sqrt (norm)) < 1e-10);
  cuMemFree_v2 (d);
  drop (x), drop (s);
}

/* Halves, bf16 and bytes: small whole numbers are exact.  */
static void
narrow (H h)
{
  enum { M = 33, N_ = 10, K = 17 };
  static const struct { int in, out, compute; } forms[] = { { 2, 2, 68 }, { 2, 2, 64 }, { 2, 0, 68 }, { 14, 14, 68 }, { 14, 0, 68 },
    { 3, 10, 72 }, { 3, 0, 68 } };
  for (size_t f = 0; f < sizeof forms / sizeof *forms; f++)
    {
      int a[M * K], b[K * N_], size = forms[f].in == 3 ? 1 : 2, out = forms[f].out == 2 || forms[f].out == 14 ? 2 : 4;
      unsigned char bytes[3][4 * M * K];
      CUdeviceptr d[3];
      for (int k = 0; k < 2; k++)
	for (int i = 0; i < (k ? K * N_ : M * K); i++)
	  {
	    int v = (int) (chance () * 8);
	    (k ? b : a)[i] = v;
	    float x = v;
	    _Float16 half = v;
	    signed char c = v;
	    memcpy (bytes[k] + i * size, forms[f].in == 3 ? (void *) &c : forms[f].in == 2 ? (void *) &half : (char *) &x + 2, size);
	  }
      for (int k = 0; k < 3; k++)
	cuMemAlloc_v2 (&d[k], sizeof bytes[k]), cuMemcpyHtoD_v2 (d[k], bytes[k], sizeof bytes[k]);
      float one = 1, zero = 0;
      int ione = 1, izero = 0;
      _Float16 hone = 1, hzero = 0;
      int c = forms[f].compute;
      int r = cublasGemmEx (h, N, N, M, N_, K, c == 72 ? (P) &ione : c == 64 ? (P) &hone : &one, (P) d[0], forms[f].in, M,
			    (P) d[1], forms[f].in, K, c == 72 ? (P) &izero : c == 64 ? (P) &hzero : &zero, (void *) d[2],
			    forms[f].out, M, c, -1);
      cuMemcpyDtoH_v2 (bytes[2], d[2], sizeof bytes[2]);
      bool good = r == 0;
      for (int i = 0; i < M * N_; i++)
	{
	  int sum = 0, got;
	  float x = 0;
	  _Float16 half;
	  for (int p = 0; p < K; p++)
	    sum += a[i % M + p * M] * b[p + i / M * K];
	  memcpy (&half, bytes[2] + i * out, 2), memcpy (&got, bytes[2] + i * out, out);
	  if (forms[f].out == 14)
	    memcpy ((char *) &x + 2, bytes[2] + i * 2, 2);
	  else
	    memcpy (&x, bytes[2] + i * out, out);
	  good &= forms[f].out == 10 ? got == sum : forms[f].out == 2 ? half == sum
	    : fabs (x - sum) <= (forms[f].out == 14 ? abs (sum) / 256.0 : 0);
	}
      result ("GemmEx", f, good);
      for (int k = 0; k < 3; k++)
	cuMemFree_v2 (d[k]);
    }
}

/* ---- curand: what NVIDIA's library gives for the seed 1234 ---- */

static void
random_numbers (void)
{
  static const struct { int type, at; unsigned want; } known[] = {
    { 101, 0, 0x253d5e15 }, { 101, 1, 0xd1f7605a }, { 101, 4096, 0x6f558604 }, { 101, 8001, 0x9ba51e23 },
    { 121, 0, 0xc96891f0 }, { 121, 5, 0x4df33f46 }, { 121, 4096, 0x9dda211d }, { 121, 16000, 0x5ad9ae87 },
    { 161, 0, 0x2090b348 }, { 161, 5, 0x52fc7c75 }, { 161, 8000, 0xbc418f08 },
    { 201, 1, 0x80000000 }, { 201, 4, 0x60000000 }, { 201, 4096, 0x00180000 }
  };
  enum { NUMBERS = 24000 };
  static unsigned u[NUMBERS], more[NUMBERS];
  static double d[NUMBERS];
  static float f[NUMBERS];
  void *g;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    {
      int r = curandCreateGeneratorHost (&g, known[i].type);
      r |= known[i].type < 200 ? curandSetPseudoRandomGeneratorSeed (g, 1234) : curandSetQuasiRandomGeneratorDimensions (g, 3);
      r |= curandGenerate (g, u, NUMBERS);
      result ("curand", known[i].type, r == 0 && u[known[i].at] == known[i].want);
      /* An offset leaves numbers out, in device memory too.  */
      if (known[i].type < 200)
	{
	  CUdeviceptr p;
	  void *e;
	  r = cuMemAlloc_v2 (&p, sizeof more) | curandCreateGenerator (&e, known[i].type);
	  r |= curandSetPseudoRandomGeneratorSeed (e, 1234) | curandSetGeneratorOffset (e, 9001);
	  r |= curandGenerate (e, (unsigned *) p, 9000) | cuMemcpyDtoH_v2 (more, p, sizeof *more * 9000);
	  result ("curand offset", known[i].type, r == 0 && !memcmp (more, u + 9001, 9000 * sizeof *u));
	  curandDestroyGenerator (e), cuMemFree_v2 (p);
	}
      curandDestroyGenerator (g);
    }
  static const int types[] = { 101, 121, 141, 142, 161, 201, 202, 203, 204 };
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    {
      double mean = 0, square = 0, uniform = 0, poisson = 0;
      int r = curandCreateGeneratorHost (&g, types[i]);
      r |= curandGenerateNormal (g, f, NUMBERS, 3, 2) | curandGenerateUniformDouble (g, d, NUMBERS);
      r |= curandGeneratePoisson (g, u, NUMBERS, 5.5);
      for (int k = 0; k < NUMBERS; k++)
	{
	  mean += f[k] / NUMBERS, square += (f[k] - 3) * (f[k] - 3) / NUMBERS, poisson += (double) u[k] / NUMBERS;
	  uniform += d[k] / NUMBERS;
	  if (!(d[k] > 0 && d[k] <= 1))
	    r = 1;
	}
      result ("curand moments", types[i], r == 0 && fabs (mean - 3) < 0.06 && fabs (square - 4) < 0.15
	      && fabs (uniform - 0.5) < 0.01 && fabs (poisson - 5.5) < 0.08);
      curandDestroyGenerator (g);
    }
}

int
main (void)
{
  H h;
  if (cublasCreate_v2 (&h))
    return puts ("FAIL: cudart/blas (no handle)"), 1;
  for (int t = 0; t < TYPES; t++)
    {
      products (h, t);
      triangles (h, t);
      batches (h, t);
      vectors (h, t);
    }
  values (h);
  narrow (h);
  random_numbers ();
  result ("status", 0, !strcmp (cublasGetStatusName (cublasSgbmv_v2 (h)), "CUBLAS_STATUS_NOT_SUPPORTED"));
  result ("leading dimension", 0, cublasSgemm_v2 (h, N, N, 8, 8, 8, NULL, NULL, 7, NULL, 8, NULL, NULL, 8) == 7);
  cublasDestroy_v2 (h);
  if (!failed)
    printf ("PASS: cudart/blas (%d)\n", passed);
  return failed != 0;
}
