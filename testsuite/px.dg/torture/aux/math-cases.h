/* SPDX-License-Identifier: MIT */
/* T, F (f): the type and its function; ULPS: relative error allowed.  */
#include "../../aux/t.h"

#define EXACT(M) M (sqrt (x)) M (fabs (y)) M (floor (y)) M (ceil (y)) M (trunc (y)) \
  M (rint (y)) M (round (y)) M (fmin (x, y)) M (fmax (x, y)) M (copysign (x, y)) \
  M (fmod (x, 0.75))
#define CLOSE(M) M (exp (y)) M (exp2 (y)) M (expm1 (y)) M (log (x)) M (log2 (x)) \
  M (log10 (x)) M (log1p (x)) M (sin (y)) M (cos (y)) M (tan (y)) M (asin (y / 8)) \
  M (acos (y / 8)) M (atan (y)) M (atan2 (y, x)) M (sinh (y)) M (cosh (y)) M (tanh (y)) \
  M (pow (x, y)) M (cbrt (y)) M (hypot (x, y)) M (erf (y)) M (lgamma (x + 1)) M (tgamma (x + 1))

enum { EXACTS = 11, CLOSES = 23, ALL = EXACTS + CLOSES };

#define SET(call) *r++ = CALL (call);
#define CALL(call) DEVICE_##call
#define DEVICE_sqrt F (sqrt)
#define DEVICE_fabs F (fabs)
#define DEVICE_floor F (floor)
#define DEVICE_ceil F (ceil)
#define DEVICE_trunc F (trunc)
#define DEVICE_rint F (rint)
#define DEVICE_round F (round)
#define DEVICE_fmin F (fmin)
#define DEVICE_fmax F (fmax)
#define DEVICE_copysign F (copysign)
#define DEVICE_fmod F (fmod)
#define DEVICE_exp F (exp)
#define DEVICE_exp2 F (exp2)
#define DEVICE_expm1 F (expm1)
#define DEVICE_log F (log)
#define DEVICE_log2 F (log2)
#define DEVICE_log10 F (log10)
#define DEVICE_log1p F (log1p)
#define DEVICE_sin F (sin)
#define DEVICE_cos F (cos)
#define DEVICE_tan F (tan)
#define DEVICE_asin F (asin)
#define DEVICE_acos F (acos)
#define DEVICE_atan F (atan)
#define DEVICE_atan2 F (atan2)
#define DEVICE_sinh F (sinh)
#define DEVICE_cosh F (cosh)
#define DEVICE_tanh F (tanh)
#define DEVICE_pow F (pow)
#define DEVICE_cbrt F (cbrt)
#define DEVICE_hypot F (hypot)
#define DEVICE_erf F (erf)
#define DEVICE_tgamma F (tgamma)
#define DEVICE_lgamma F (lgamma)

__kernel void
f (const T *xs, const T *ys, T *out)
{
  EACH_THREAD (i)
    {
      T x = xs[i], y = ys[i], *r = out + i * ALL;
      EXACT (SET)
      CLOSE (SET)
    }
}

#define HOST(call) *r++ = call;
static void
host (double x, double y, double *r)
{
  EXACT (HOST)
  CLOSE (HOST)
}

int
main (void)
{
  enum { CASES = 64 };
  static T x[CASES], y[CASES], got[CASES][ALL];
  static const char *const names[] = {
#define NAME(call) #call,
    EXACT (NAME) CLOSE (NAME)
  };
  for (int i = 0; i < CASES; i++)
    {
      x[i] = (i + 1) * 0.171875;
      y[i] = (i - 31) * 0.2421875;
    }
  T *dx = t_dev (x, sizeof x), *dy = t_dev (y, sizeof y), *d = t_dev (0, sizeof got);
  LAUNCH (1, CASES, f, dx, dy, d);
  t_back (got, d, sizeof got);
  for (int i = 0; i < CASES; i++)
    {
      double want[ALL];
      host (x[i], y[i], want);
      for (int k = 0; k < ALL; k++)
	{
	  double g = got[i][k], w = want[k];
	  /* newlib computes tgamma by logarithms.  */
	  double ulps = k == ALL - 1 ? 16 * ULPS : ULPS;
	  if (k < EXACTS ? g == (T) w : fabs (g - w) <= ulps * fmax (fabs (w), 0x1p-4))
	    continue;
	  fprintf (stderr, "%s, x = %g, y = %g: device %.17g, host %.17g\n", names[k],
		   (double) x[i], (double) y[i], g, w);
	  return 1;
	}
    }
  return 0;
}
