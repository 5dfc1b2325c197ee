/* SPDX-License-Identifier: MIT */
/* usage: exhaustive [STEP [NAME]]

   The largest error of each function of px/math.h, or of NAME, over all floats, or over each
   STEP-th (997, a prime, so that all exponents and low bits occur), in units of the last place; of
   a function of two arguments over 2^32 / STEP pairs, half of which have any bits.
   Fails if one is above what px/math.def says.  What is exact is the C library's function of
   double: its own error is below 2^-28 of such a unit.  A zero must have the exact one's sign, and
   what is infinite or not a number must be that; but what rounding takes beyond the largest float
   may be that or infinite.  */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <px/math.h>

/* 2^K of double.  */
static double
power (int k)
{
  union { unsigned long u; double d; } v = { (unsigned long) (k + 1023) << 52 };
  return v.d;
}

static double
ulps (float y, double w)
{
  if (isnan (w) || isnan (y))
    return isnan (w) && isnan (y) ? 0 : INFINITY;
  if (isinf (w) || (isinf ((float) w) && isinf (y)))
    return y == (float) w ? 0 : INFINITY;
  if (isinf (y))
    return fabs (w) > 0x1.fffffep127 && (y > 0) == (w > 0) ? 0 : INFINITY;
  if (w == 0 && (y != 0 || !signbit (y) != !signbit (w)))
    return INFINITY;
  int k = w == 0 ? -125 : ilogb (w) + 1;
  return fabs (y - w) * power (24 - (k < -125 ? -125 : k));
}

/* The result as a line; true if MOST, the error found, is above the documented one.  */
static int
say (const char *name, double most, double error, const char *at)
{
  printf ("%s: math: %s, at most %.3f ulp, at %s\n", most <= error ? "PASS" : "FAIL", name, most, at);
  return !(most <= error);
}

static int
measure (const char *name, float (*f) (float), double (*exact) (double), double error,
	 unsigned long step)
{
  double most = 0;
  float at = 0;
  char text[40];
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
  snprintf (text, sizeof text, "%a", at);
  return say (name, most, error, text);
}

/* Half of the pairs are of moderate size, and of powf |y| is at most 150 / |log2 (x)| there, so that most
   results are neither 0 nor infinite.  All pairs of special values are among the first.  */
static int
measure2 (const char *name, float (*f) (float, float), double (*exact) (double, double),
	  double error, unsigned long step)
{
  static const float special[] = { 0, -0.0f, 1, -1, 2, -2, 3, -3, 0.5f, -0.5f, 1.5f, INFINITY,
    -INFINITY, NAN, 0x1p-149f, -0x1p-149f, 0x1p-126f, 0x1.fffffep127f, -0x1.fffffep127f, 0x1p24f,
    0x1.fffffep23f, -0x1.fffffep23f, 0x1.fffffep-1f };
  enum { S = sizeof special / sizeof *special };
  double most = 0;
  float at = 0, with = 0;
  char text[80];
  unsigned long z = 1;
  for (unsigned long i = 0; i < (1ul << 32) / step; i++)
    {
      z = z * 6364136223846793005 + 1442695040888963407;
      unsigned u = (unsigned) (z >> 32);
      z = z * 6364136223846793005 + 1442695040888963407;
      unsigned v = (unsigned) (z >> 32);
      if (i & 1)
	{
	  u = (u & 0x807fffff) | (unsigned) (119 + (i >> 1) % 16) << 23;
	  v = (v & 0x807fffff) | (unsigned) (119 + (i >> 5) % 16) << 23;
	}
      float x = __px_of_bits (u), y = __px_of_bits (v);
      if (f == __px_powf && (i & 1))
	y = (float) (((int) v * 0x1p-31) * 150 / log2 (fabs (x)));
      if (i < S * S)
	{
	  x = special[i / S];
	  y = special[i % S];
	}
      double e = ulps (f (x, y), exact (x, y));
      if (e > most)
	{
	  most = e;
	  at = x;
	  with = y;
	}
    }
  snprintf (text, sizeof text, "%a, %a", at, with);
  return say (name, most, error, text);
}

int
main (int argc, char **argv)
{
  unsigned long step = argc > 1 ? strtoul (argv[1], NULL, 10) : 997;
  const char *only = argc > 2 ? argv[2] : NULL;
  int known = !only, bad = 0;
  if (!step || argc > 3)
    goto usage;
#define PX_MATH(CODE, name, exact, error, bound, form) \
  if (!only || !strcmp (only, #name)) \
    { \
      known = 1; \
      bad |= measure (#name, __px_##name, exact, error, step); \
    }
#define PX_MATH2(CODE, name, exact, error, bound, form) \
  if (!only || !strcmp (only, #name)) \
    { \
      known = 1; \
      bad |= measure2 (#name, __px_##name, exact, error, step); \
    }
#include <px/math.def>
  if (known)
    return bad;
usage:
  fprintf (stderr, "usage: exhaustive [STEP [NAME]]\n");
  return 2;
}
