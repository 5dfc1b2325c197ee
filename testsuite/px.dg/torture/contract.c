/* SPDX-License-Identifier: MIT */
/* a * b + c is one rounding on the device, two where the program says so.  */
/* { dg-do run } */
#include "../aux/t.h"
#include <math.h>

__kernel void
f (float a, float b, float c, double x, double y, double z, double *out)
{
  EACH_THREAD (t)
    {
      out[0] = fmaf (a, b, c);
      out[1] = fma (x, y, z);
      volatile float p = a * b;
      out[2] = p + c;
    }
}

int
main (void)
{
  double got[3], *d = t_dev (0, sizeof got);
  volatile float a = 1 + 0x1p-23f, c = -1 - 0x1p-22f;
  volatile double x = 1 + 0x1p-52, z = -1 - 0x1p-51;
  volatile float p = a * a;
  LAUNCH (1, 1, f, a, a, c, x, x, z, d);
  t_back (got, d, sizeof got);
  CHECK (got[0] == 0x1p-46);
  CHECK (got[1] == 0x1p-104);
  CHECK (got[2] == p + c);
  return 0;
}
