/* SPDX-License-Identifier: MIT */
/* Quasirandom numbers (Sobol), and normal ones by tables of constants; 64-bit indices.  */
/* { dg-do run } */
#include "../aux/t.h"
#include <math.h>

enum { BITS = 32, T = 64 };

__device static const double moro_a[4] = { 2.50662823884, -18.61500062529, 41.39119773534, -25.44106049637 },
			     moro_b[4] = { -8.4735109309, 23.08336743743, -21.06224101826, 3.13082909833 };
__constant double moro_c[9]
    = { 0.3374754822726147, 0.9761690190917186, 0.1607979714918209, 0.0276438810333863, 0.0038405729373609,
	0.0003951896511919, 0.0000321767881768, 0.0000002888167364, 0.0000003960315187 };

__device static double
moro (unsigned x)
{
  _Bool neg = 0;
  if (x >= 0x80000000u)
    {
      x = 0xffffffffu - x;
      neg = 1;
    }
  double u = x * 0x1p-32 + 0x1p-33, z = 0.5 - u;
  if (z < 0.42)
    {
      double r = z * z, n = moro_a[3], d = moro_b[3];
      for (int i = 2; i >= 0; i--)
	n = n * r + moro_a[i], d = d * r + moro_b[i];
      z *= n / (d * r + 1);
    }
  else
    {
      double k = log (-log (u)), p = moro_c[8];
      for (signed char i = 7; i >= 0; i--)
	p = moro_c[i] + k * p;
      z = p;
    }
  return neg ? z : -z;
}

__kernel __requires (grid (1), block (1), threads (T)) void
sobol (unsigned nv, unsigned nd, const unsigned *dirs, float *out, double *normal)
{
  unsigned long long id __perspective (block, 1) = px_id (block);
  unsigned dim __perspective (block, 1) = id % nd, chunk __perspective (block, 1) = id / nd,
				     chunks = px_units (block) / nd;
  px_assume (chunks * nd == px_units (block));
  /* With more, i would wrap around, and blocks would meet.  */
  px_assume (nv <= 0x7fffffff);
  __partition (block, 1, float *o = out + (unsigned long)nv * dim + chunk * T)
    __partition (block, 1, double *no = normal + (unsigned long)nv * dim + chunk * T)
      __group (block, 1)
	{
	  __shared unsigned v[BITS];
	  unsigned t __perspective (thread, 1) = px_id (thread);
	  __partition (thread, 1, unsigned *p = v + t)
	    __group (thread, 1)
	      if (t < BITS)
		*p = dirs[BITS * dim + t];
	  __partition (thread, 1, float *p = o + t)
	    __partition (thread, 1, double *q = no + t)
	      __group (thread, 1)
		for (unsigned i = chunk * T + t; i < nv; i += chunks * T)
		  {
		    unsigned g = i ^ i >> 1, x = 0;
		    for (unsigned k = 0; k < BITS - px_clz (g); k++)
		      x ^= g >> k & 1 ? v[k] : 0;
		    p[i - chunk * T - t] = (float) x * 2.3283064365386962890625e-10f;
		    q[i - chunk * T - t] = moro (x);
		  }
	}
}

int
main (void)
{
  enum { NV = 500, ND = 3, CH = 2 };
  unsigned *d = NEW (unsigned, ND * BITS);
  float *o = NEW (float, ND * NV);
  double *n = NEW (double, ND * NV);
  for (int i = 0; i < ND * BITS; i++)
    d[i] = i < BITS ? 1u << (31 - i) : (unsigned) t_random () >> i % BITS << 0 | 1u << (31 - i % BITS);
  LAUNCH (ND * CH, T, sobol, NV, ND, d, o, n);
  for (unsigned k = 0; k < ND; k++)
    for (unsigned i = 0; i < NV; i++)
      {
	unsigned g = i ^ i >> 1, x = 0;
	for (int b = 0; b < 32; b++)
	  if (g >> b & 1)
	    x ^= d[k * BITS + b];
	CHECK (fabsf (o[k * NV + i] - x * 0x1p-32f) < 1e-6);
	double z = n[k * NV + i];
	CHECK (fabs (.5 * erfc (-z / sqrt (2)) - (x * 0x1p-32 + 0x1p-33)) < 1e-6);
      }
  return 0;
}
