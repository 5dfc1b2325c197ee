/* SPDX-License-Identifier: MIT */
/* expf and logf of device code are px's own: at most 1 ulp from the exact value, as double has
   it, for numbers of all sizes, and what C's annex F says of zeros, infinities and NaN.  */
/* { dg-do run } */
#include <px.h>
#include <math.h>
#include "../aux/t.h"

/* Only finite numbers and finite results?  */
#ifndef FINITE
#define FINITE 0
#endif

enum { N = 1 << 14, SPECIALS = 12 };

__kernel void
f (const float *x, float *e, float *l)
{
  EACH_THREAD (i)
    {
      e[i] = expf (x[i]);
      l[i] = logf (x[i]);
    }
}

/* How far Y is from W, in units of the last place of a float of W's size.  */
static double
ulps (float y, double w)
{
  int k;
  if (isnan (w) || isnan (y))
    return isnan (w) && isnan (y) ? 0 : INFINITY;
  if (isinf ((float) w) || isinf (y))
    return y == (float) w ? 0 : INFINITY;
  frexp (w, &k);
  return fabs (y - w) / ldexp (1, (k < -125 ? -125 : k) - 24);
}

int
main (void)
{
  static float x[N], e[N], l[N];
  static const float specials[SPECIALS] = { 0, -0.0f, INFINITY, -INFINITY, NAN, 1, -1, 0x1p-149f,
    0x1.fffffep127f, -0x1.fffffep127f, 88.72284f, -103.97208f };
  unsigned u = 1;
  for (int i = 0; i < N; i++)
    {
      u = u * 1664525 + 1013904223;
      /* Half of them have any bits, half are where expf is finite.  */
      union { unsigned u; float f; } any = { u };
      x[i] = i < SPECIALS && !FINITE ? specials[i] : i & 1 ? any.f : (float) (int) u * 0x1.9p-25f;
      if (FINITE && !(x[i] > 0x1p-126f && x[i] < 87))
	x[i] = 1 + (float) (u >> 8) * 0x1p-24f;
    }
  float *dx = t_dev (x, sizeof x), *de = t_dev (0, sizeof e), *dl = t_dev (0, sizeof l);
  LAUNCH (N / 256, 256, f, dx, de, dl);
  t_back (e, de, sizeof e);
  t_back (l, dl, sizeof l);
  for (int i = 0; i < N; i++)
    if (ulps (e[i], exp (x[i])) > 1 || ulps (l[i], log (x[i])) > 1)
      {
	fprintf (stderr, "x = %a: expf %a, logf %a\n", x[i], e[i], l[i]);
	return 1;
      }
  return 0;
}
