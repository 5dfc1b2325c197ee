/* SPDX-License-Identifier: MIT */
/* With -funsafe-math-optimizations the functions that px/math.def has as FAST are instructions that
   approximate: near, for arguments of moderate size.  */
/* { dg-do run } */
/* { dg-additional-options "-ffast-math" } */
#include <px.h>
#include <math.h>
#include "../aux/t.h"

enum { N = 1 << 12 };

#define PX_MATH(CODE, name, exact, error, bound, form) \
  __kernel void \
  k_##name (const float *x, float *y) \
  { \
    EACH_THREAD (i) \
      y[i] = name (x[i]); \
  }
#define PX_MATH2(CODE, name, exact, error, bound, form) \
  __kernel void \
  k_##name (const float *x, float *y) \
  { \
    EACH_THREAD (i) \
      y[i] = name (x[i], x[N - 1 - i]); \
  }
#include <px/math.def>
#undef PX_MATH
#undef PX_MATH2

int
main (void)
{
  static float x[N], y[N];
  for (int i = 0; i < N; i++)
    x[i] = 0.01f + (float) i * (0.9f / N);
#define TRY(name, error, WANT) \
  { \
    float *dx = t_dev (x, sizeof x), *dy = t_dev (0, sizeof y); \
    LAUNCH (N / 256, 256, k_##name, dx, dy); \
    OK (px_free (dx)); \
    t_back (y, dy, sizeof y); \
    for (int i = 0; i < N; i++) \
      if (!(fabs (y[i] - (WANT)) <= 0x1p-18 * (1 + fabs (WANT)))) \
	{ \
	  fprintf (stderr, "%s (%a) = %a, not %a\n", #name, x[i], y[i], (WANT)); \
	  return 1; \
	} \
  }
#define PX_MATH(CODE, name, exact, error, bound, form) TRY (name, error, exact (x[i]))
#define PX_MATH2(CODE, name, exact, error, bound, form) TRY (name, error, exact (x[i], x[N - 1 - i]))
#include <px/math.def>
  return 0;
}
