/* SPDX-License-Identifier: MIT */
/* culib's libcufft against sums: sizes of all kinds, dimensions, real transforms in place and
   not, batches, layouts; and what is wrong.  */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "culib/culib.h"

enum
{
  C2C = 0x29,
  R2C = 0x2a,
  C2R = 0x2c,
  DOUBLE = 0x40
};
int cufftPlan1d (int *, int, int, int), cufftPlan2d (int *, int, int, int),
  cufftPlan3d (int *, int, int, int, int), cufftDestroy (int), cufftSetStream (int, CUstream);
int cufftPlanMany (int *, int, int *, int *, int, int, int *, int, int, int, int);
int cufftExecC2C (int, void *, void *, int), cufftExecZ2Z (int, void *, void *, int),
  cufftExecR2C (int, void *, void *), cufftExecC2R (int, void *, void *),
  cufftExecD2Z (int, void *, void *), cufftExecZ2D (int, void *, void *), cufftXtSetGPUs (void),
  cufftGetVersion (int *);

static int failed;

static void
result (const char *name, int n, bool ok)
{
  printf ("%s: cufft %s %d\n", ok ? "PASS" : "FAIL", name, n);
  failed |= !ok;
}

static unsigned seed = 1;
static double
number (void)
{
  seed = seed * 1664525u + 1013904223u;
  return (double) (seed >> 8) / (1 << 24) - 0.5;
}

/* OUT: the transform of IN, N0 by N1 by N2, by its definition.  */
static void
sums (const double complex *in, double complex *out, int n0, int n1, int n2, int sign)
{
  for (int a = 0; a < n0; a++)
    for (int b = 0; b < n1; b++)
      for (int c = 0; c < n2; c++)
	{
	  double complex s = 0;
	  for (int i = 0; i < n0; i++)
	    for (int j = 0; j < n1; j++)
	      for (int k = 0; k < n2; k++)
		s += in[(i * n1 + j) * n2 + k]
		     * cexp (sign * 2 * M_PI * I
			     * ((double) (a * i % n0) / n0 + (double) (b * j % n1) / n1
				+ (double) (c * k % n2) / n2));
	  out[(a * n1 + b) * n2 + c] = s;
	}
}

static CUdeviceptr
device (const void *h, size_t size)
{
  CUdeviceptr p = 0;
  if (cuMemAlloc_v2 (&p, size) || (h && cuMemcpyHtoD_v2 (p, h, size)))
    exit (1);
  return p;
}

static bool
close_to (double complex a, double complex b, double eps)
{
  return cabs (a - b) < eps * (1 + cabs (b));
}

/* Complex transforms of doubles, both ways, in place the second time.  */
static void
complex_1d (int n)
{
  double complex *a = malloc (n * sizeof *a), *b = malloc (n * sizeof *b),
		 *c = malloc (n * sizeof *c);
  int h;
  bool ok;
  for (int i = 0; i < n; i++)
    a[i] = number () + number () * I;
  CUdeviceptr x = device (a, n * sizeof *a), y = device (NULL, n * sizeof *a);
  sums (a, b, 1, 1, n, -1);
  ok = !cufftPlan1d (&h, n, C2C | DOUBLE, 1) && !cufftExecZ2Z (h, (void *) x, (void *) y, -1)
       && !cuMemcpyDtoH_v2 (c, y, n * sizeof *c);
  for (int i = 0; i < n; i++)
    ok = ok && close_to (c[i], b[i], 1e-11);
  ok = ok && !cufftExecZ2Z (h, (void *) y, (void *) y, 1) && !cuMemcpyDtoH_v2 (c, y, n * sizeof *c);
  for (int i = 0; i < n; i++)
    ok = ok && close_to (c[i], a[i] * n, 1e-11);
  result ("Z2Z", n, ok && !cufftDestroy (h));
  cuMemFree_v2 (x), cuMemFree_v2 (y);
  free (a), free (b), free (c);
}

/* Real ones of floats, N0 by N1 by N2 (1: fewer dimensions), and back; in place or not.  */
static void
real (int n0, int n1, int n2, bool in_place)
{
  int half = n2 / 2 + 1, n = n0 * n1 * n2, rows = n0 * n1, row = in_place ? 2 * half : n2, h, g;
  double complex *a = malloc (n * sizeof *a), *b = malloc (n * sizeof *b);
  size_t size = (size_t) rows * half * sizeof (float complex);
  float *f = calloc (1, size), *k = malloc (size);
  float complex *c = malloc (size);
  bool ok;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < n2; j++)
      a[i * n2 + j] = f[i * row + j] = (float) number ();
  sums (a, b, n0, n1, n2, -1);
  CUdeviceptr x = device (f, size), y = in_place ? x : device (NULL, size);
  ok = n0 > 1	? !cufftPlan3d (&h, n0, n1, n2, R2C) && !cufftPlan3d (&g, n0, n1, n2, C2R)
       : n1 > 1 ? !cufftPlan2d (&h, n1, n2, R2C) && !cufftPlan2d (&g, n1, n2, C2R)
		: !cufftPlan1d (&h, n2, R2C, 1) && !cufftPlan1d (&g, n2, C2R, 1);
  ok = ok && !cufftExecR2C (h, (void *) x, (void *) y) && !cuMemcpyDtoH_v2 (c, y, size);
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < half; j++)
      ok = ok && close_to (c[i * half + j], b[i * n2 + j], 1e-5);
  ok = ok && !cufftExecC2R (g, (void *) y, (void *) x) && !cuMemcpyDtoH_v2 (k, x, size);
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < n2; j++)
      ok = ok && close_to (k[i * row + j], a[i * n2 + j] * n, 1e-5);
  result (in_place ? "R2C, C2R in place" : "R2C, C2R", n,
	  ok && !cufftDestroy (h) && !cufftDestroy (g));
  cuMemFree_v2 (x);
  if (!in_place)
    cuMemFree_v2 (y);
  free (a), free (b), free (c), free (f), free (k);
}

/* The columns of a matrix: a batch with strides, in a stream, twice.  */
static void
columns (void)
{
  enum
  {
    ROWS = 12,
    COLUMNS = 5
  };
  int n[] = { ROWS }, h;
  float complex a[ROWS * COLUMNS], c[ROWS * COLUMNS];
  double complex one[ROWS], want[ROWS];
  CUstream s;
  for (int i = 0; i < ROWS * COLUMNS; i++)
    a[i] = (float) number () + (float) number () * I;
  CUdeviceptr x = device (a, sizeof a);
  bool ok = !cuStreamCreate (&s, 0)
	    && !cufftPlanMany (&h, 1, n, n, COLUMNS, 1, n, COLUMNS, 1, C2C, COLUMNS)
	    && !cufftSetStream (h, s) && !cufftExecC2C (h, (void *) x, (void *) x, -1)
	    && !cufftExecC2C (h, (void *) x, (void *) x, 1)
	    && !cufftExecC2C (h, (void *) x, (void *) x, -1) && !cuStreamSynchronize (s)
	    && !cuMemcpyDtoH_v2 (c, x, sizeof c);
  for (int j = 0; j < COLUMNS; j++)
    {
      for (int i = 0; i < ROWS; i++)
	one[i] = a[i * COLUMNS + j] * ROWS;
      sums (one, want, 1, 1, ROWS, -1);
      for (int i = 0; i < ROWS; i++)
	ok = ok && close_to (c[i * COLUMNS + j], want[i], 1e-5);
    }
  result ("batch of columns", COLUMNS, ok && !cufftDestroy (h));
  cuMemFree_v2 (x);
  cuStreamDestroy_v2 (s);
}

int
main (void)
{
  static const int sizes[] = { 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 30, 31, 49, 64, 97, 105, 256 };
  CUcontext c;
  int h, version;
  if (cuInit (0) || cuDevicePrimaryCtxRetain (&c, 0) || cuCtxSetCurrent (c))
    return 1;
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    complex_1d (sizes[i]);
  for (int in_place = 0; in_place < 2; in_place++)
    {
      real (1, 1, 16, in_place);
      real (1, 1, 15, in_place);
      real (1, 6, 8, in_place);
      real (1, 4, 5, in_place);
      real (3, 4, 6, in_place);
      real (2, 3, 7, in_place);
    }
  columns ();
  result ("wrong", 0,
	  cufftPlan1d (&h, 0, C2C, 1) == 8 && cufftPlan1d (&h, 8, 1, 1) == 3
	    && cufftPlan1d (&h, 8, C2C, 0) == 4 && cufftDestroy (77) == 1
	    && cufftExecC2C (77, NULL, NULL, 1) == 1 && !cufftPlan1d (&h, 8, C2C, 1)
	    && cufftExecR2C (h, &h, &h) == 3 && cufftExecC2C (h, NULL, NULL, 1) == 4
	    && !cufftDestroy (h) && cufftXtSetGPUs () == 14 && !cufftGetVersion (&version)
	    && version == 12000);
  return failed;
}
