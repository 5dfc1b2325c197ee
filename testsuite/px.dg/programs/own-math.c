/* SPDX-License-Identifier: MIT */
/* The functions that px/math.def lists are px's own in device code: their errors are at most what it
   says, as double has the exact value, for numbers of all sizes, and zeros, infinities and NaN are
   as C's annex F says.  */
/* { dg-do run } */
#include <px.h>
#include <math.h>
#include "../aux/t.h"

/* Only finite numbers and finite results?  */
#ifndef FINITE
#define FINITE 0
#endif

enum { N = 1 << 14, SPECIALS = 20 };

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

/* What a function is held to: of one whose last step is an instruction that approximates, on a GPU,
   what CUDA documents of it.  */
static int emulated;
#define FAST(error, bound) error
#define EXACT(error, bound) error
#define UNIT(error, bound) (emulated ? error : bound)

/* How far Y is from W, in units of the last place of a float of W's size.  */
static double
ulps (float y, double w)
{
  int k;
  if (isnan (w) || isnan (y))
    return isnan (w) && isnan (y) ? 0 : INFINITY;
  if (isinf ((float) w) || isinf (y))
    return y == (float) w ? 0 : INFINITY;
  if (w == 0 && (y != 0 || (!FINITE && !signbit (y) != !signbit (w))))
    return INFINITY;
  frexp (w, &k);
  return fabs (y - w) / ldexp (1, (k < -125 ? -125 : k) - 24);
}

int
main (void)
{
  static float x[N], y[N];
  static const float specials[SPECIALS] = { 0, -0.0f, INFINITY, -INFINITY, NAN, 1, -1, 0x1p-149f,
    0x1.fffffep127f, -0x1.fffffep127f, 88.72284f, -103.97208f, 0x1p17f, 0x1.fffffep16f, -0x1p-149f,
    0x1.921fb6p+0f, 0x1.921fb6p+1f, 0x1.6d4d44p+86f, 0.5f, 0x1p24f };
  unsigned u = 1;
  for (int i = 0; i < N; i++)
    {
      u = u * 1664525 + 1013904223;
      /* Half of them have any bits, half are where expf is finite.  */
      union { unsigned u; float f; } any = { u };
      x[i] = i < SPECIALS && !FINITE ? specials[i] : i & 1 ? any.f : (float) (int) u * 0x1.9p-25f;
      if (FINITE && !(x[i] > 0x1p-126f && x[i] < 1))
	x[i] = 0x1p-30f + (float) (u >> 8) * 0x1p-25f;
    }
#define TRY(name, error, WANT) \
  { \
    float *dx = t_dev (x, sizeof x), *dy = t_dev (0, sizeof y); \
    LAUNCH (N / 256, 256, k_##name, dx, dy); \
    OK (px_free (dx)); \
    t_back (y, dy, sizeof y); \
    for (int i = 0; i < N; i++) \
      if (ulps (y[i], (WANT)) > error) \
	{ \
	  fprintf (stderr, "%s (%a) = %a, not %a\n", #name, x[i], y[i], (WANT)); \
	  return 1; \
	} \
  }
  struct px_device_properties p;
  OK (px_device_properties (0, &p));
  emulated = p.emulated;
#define PX_MATH(CODE, name, exact, error, bound, form) TRY (name, form (error, bound), exact (x[i]))
#define PX_MATH2(CODE, name, exact, error, bound, form) \
  TRY (name, form (error, bound), exact (x[i], x[N - 1 - i]))
#include <px/math.def>
  return 0;
}
