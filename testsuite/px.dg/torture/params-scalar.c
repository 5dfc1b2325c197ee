/* SPDX-License-Identifier: MIT */
/* A parameter of every scalar type arrives with its value.  */
/* { dg-do run } */
#include "../aux/t.h"

enum e { E_LOW = -7, E_HIGH = 900 };

__kernel void
integers (_Bool b, char c, signed char sc, unsigned char uc, short s,
	  unsigned short us, int i, unsigned int ui, long l, unsigned long ul,
	  long long ll, unsigned long long ull, enum e e, long long *out)
{
  EACH_THREAD (t)
    {
      out[0] = b;
      out[1] = c;
      out[2] = sc;
      out[3] = uc;
      out[4] = s;
      out[5] = us;
      out[6] = i;
      out[7] = ui;
      out[8] = l;
      out[9] = ul;
      out[10] = ll;
      out[11] = ull;
      out[12] = e;
    }
}

__kernel void
floats (float f, double d, const float *pf, double *out)
{
  EACH_THREAD (t)
    {
      out[0] = f;
      out[1] = d;
      out[2] = *pf;
    }
}

int
main (void)
{
  long long got[13];
  long long *d = t_dev (0, sizeof got);
  LAUNCH (1, 1, integers, 1, 'q', -5, 250, -3000, 60000, -2000000000,
	  4000000000u, -5000000000000, 0xfedcba9876543210u, -1234567890123456789,
	  0x8000000000000001u, E_LOW, d);
  t_back (got, d, sizeof got);
  CHECK (got[0] == 1);
  CHECK (got[1] == 'q');
  CHECK (got[2] == -5);
  CHECK (got[3] == 250);
  CHECK (got[4] == -3000);
  CHECK (got[5] == 60000);
  CHECK (got[6] == -2000000000);
  CHECK (got[7] == 4000000000);
  CHECK (got[8] == -5000000000000);
  CHECK (got[9] == (long long) 0xfedcba9876543210u);
  CHECK (got[10] == -1234567890123456789);
  CHECK (got[11] == (long long) 0x8000000000000001u);
  CHECK (got[12] == E_LOW);

  double f[3];
  float third = 3.5f;
  double *df = t_dev (0, sizeof f);
  float *dt = t_dev (&third, sizeof third);
  LAUNCH (1, 1, floats, 1.25f, -1e300, dt, df);
  t_back (f, df, sizeof f);
  CHECK (f[0] == 1.25 && f[1] == -1e300 && f[2] == 3.5);
  OK (px_free (dt));
  return 0;
}
