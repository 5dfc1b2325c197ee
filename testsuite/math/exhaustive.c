/* SPDX-License-Identifier: MIT */
/* usage: exhaustive [STEP]

   The largest error of each function of px/math.h over all floats, or over each STEP-th (997,
   a prime, so that all exponents and low bits occur), in units of the last place.  What is
   exact is the C library's function of double: its own error is below 2^-28 of such a unit.  Fails
   if an error is above 1, or if one of the two is infinite or not a number and the other is
   not; but what rounding takes beyond the largest float may be that or infinite.  */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <px/math.h>

static double
ulps (float y, double w)
{
  int k;
  if (isnan (w) || isnan (y))
    return isnan (w) && isnan (y) ? 0 : INFINITY;
  if (isinf (w) || (isinf ((float) w) && isinf (y)))
    return y == (float) w ? 0 : INFINITY;
  if (isinf (y))
    return fabs (w) > 0x1.fffffep127 && (y > 0) == (w > 0) ? 0 : INFINITY;
  frexp (w, &k);
  return fabs (y - w) / ldexp (1, (k < -125 ? -125 : k) - 24);
}

static int
measure (const char *name, float (*f) (float), double (*exact) (double), unsigned long step)
{
  double most = 0;
  float at = 0;
  for (unsigned long u = 0; u < 1ul << 32; u += step)
    {
      float x = __px_of_bits ((unsigned) u);
      double e = ulps (f (x), exact (x));
      if (e > most)
	{
	  most = e;
	  at = x;
	}
    }
  printf ("%s: math: %s, at most %.3f ulp, at %a\n", most <= 1 ? "PASS" : "FAIL", name, most, at);
  return !(most <= 1);
}

int
main (int argc, char **argv)
{
  unsigned long step = argc > 1 ? strtoul (argv[1], NULL, 10) : 997;
  if (!step || argc > 2)
    {
      fprintf (stderr, "usage: exhaustive [STEP]\n");
      return 2;
    }
  int bad = measure ("expf", __px_expf, exp, step);
  return measure ("logf", __px_logf, log, step) || bad;
}
