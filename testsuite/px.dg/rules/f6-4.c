/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Functions of mathematics are operators, those that may set errno on the host, too. */
#include <px.h>
#include <math.h>

struct peak { float most, sum; };

__device static inline struct peak
join (struct peak a, struct peak b)
{
  struct peak r = { fmaxf (a.most, b.most), 0 };
  r.sum = a.sum * expf (a.most - r.most) + b.sum * expf (b.most - r.most);
  return r;
}

__device __attribute__ ((const)) double
root (double x, int n)
{
  return pow (x, 1.0 / n) + ldexp (x, n);
}

__kernel __requires (grid (1), block (1), thread (32)) void
f (struct peak p, const float *in, double *out)
{
  int t __perspective (thread, 1) = px_id (thread);
  struct peak all = join (p, p);
  double x = root (p.sum, 3) + logf (all.sum);
  double y __perspective (thread, 1) = t > 3 ? root (in[t], 2) : sqrt (x);
  __partition (thread, 1, double *o = out + t)
    *o = in[t] > 0 ? log (in[t]) + y : x;
}
