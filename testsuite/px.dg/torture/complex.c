/* SPDX-License-Identifier: MIT */
/* Complex arithmetic.  */
/* { dg-do run } */
#include "../aux/t.h"
#include <math.h>

__kernel void
f (const _Complex float *a, const _Complex double *b, _Complex float *r, _Complex double *s)
{
  EACH_THREAD (i)
    {
      r[i] = a[i] * a[31 - i] + a[i] / (a[31 - i] + 1.0f);
      s[i] = b[i] * b[31 - i] - b[i] / b[31 - i] + ~b[i];
    }
}

int
main (void)
{
  _Complex float a[32], r[32];
  _Complex double b[32], s[32];
  for (int i = 0; i < 32; i++)
    {
      a[i] = i + 0.5f * (32 - i) * 1.0iF;
      b[i] = a[i];
    }
  void *da = t_dev (a, sizeof a), *db = t_dev (b, sizeof b);
  void *dr = t_dev (0, sizeof r), *ds = t_dev (0, sizeof s);
  LAUNCH (1, 32, f, da, db, dr, ds);
  t_back (r, dr, sizeof r);
  t_back (s, ds, sizeof s);
  for (int i = 0; i < 32; i++)
    {
      _Complex double x = b[i] * b[31 - i] + b[i] / (b[31 - i] + 1.0);
      _Complex double y = b[i] * b[31 - i] - b[i] / b[31 - i] + ~b[i];
      CHECK (fabs (__real__ x - __real__ r[i]) < 1e-3 && fabs (__imag__ x - __imag__ r[i]) < 1e-3);
      CHECK (fabs (__real__ y - __real__ s[i]) < 1e-9 && fabs (__imag__ y - __imag__ s[i]) < 1e-9);
    }
  return 0;
}
