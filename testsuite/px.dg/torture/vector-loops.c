/* SPDX-License-Identifier: MIT */
/* Vectors of GCC's that go around loops, through branches, calls and memory.  */
/* { dg-do run } */
#include "../aux/t.h"

typedef float f2 __attribute__ ((vector_size (8)));
typedef float f4 __attribute__ ((vector_size (16)));
typedef int i4 __attribute__ ((vector_size (16)));
typedef double d2 __attribute__ ((vector_size (16)));
typedef short s4 __attribute__ ((vector_size (8)));
typedef unsigned char c4 __attribute__ ((vector_size (4)));
struct pair { f4 a; d2 b; };

#define CALLED \
(f4 v, float x, int j) \
{ \
  v[j & 3] = x; \
  return v; \
}
__device f4 set CALLED
static f4 set_host CALLED

#define WORK(SET) \
  f4 sum = { 0 }, most = x[0], w = x[1]; \
  f2 two = { x[0][0], 1 }; \
  d2 d = { 0.5, n }; \
  s4 s = { 1, 2, 3, 4 }; \
  c4 c = { 250, 1, 2, 3 }; \
  i4 count = { 0 }; \
  struct pair p[2] = { { x[2], d }, { x[3], d } }; \
  for (int k = 0; k < n; k++) \
    { \
      f4 v = x[k % 4]; \
      i4 more = v > most; \
      sum += v * w; \
      sum[k % 3] -= 2; \
      most = (f4) (((i4) v & more) | ((i4) most & ~more)); \
      count -= more; \
      if (k % 3 == 1) \
	{ \
	  f4 t = w; \
	  w = v; \
	  v = t; \
	} \
      else if (k % 3 == 2) \
	w = SET (w, v[1], k); \
      two = (f2) { two[1] + v[0], two[0] }; \
      d = d * 0.5 + (double) k; \
      s = s << 1 ^ (short) k; \
      c += (unsigned char) 3; \
      p[k % 2].a += p[1 - k % 2].a; \
      p[k % 2].b[0] += 1; \
      w = (f4) { w[1], w[2], w[3], w[0] }; \
    } \
  y[0] = sum; \
  y[1] = most; \
  y[2] = __builtin_convertvector (count, f4) + w; \
  y[3] = p[0].a + p[1].a; \
  y[4] = (f4) { two[0], two[1], d[0], d[1] }; \
  y[5] = (f4) { s[0], s[3], c[0], c[3] }; \
  y[6] = (f4) { p[0].b[0], p[1].b[1] };

__kernel void
f (const f4 *in, f4 *out, int n)
{
  EACH_THREAD (i)
    {
      const f4 *x = in + 4 * i;
      f4 *y = out + 7 * i;
      WORK (set)
    }
}

static void
f_host (const f4 *x, f4 *y, int n)
{
  WORK (set_host)
}

int
main (void)
{
  enum { T = 32 };
  static f4 in[4 * T], got[7 * T], want[7];
  for (int i = 0; i < 4 * T; i++)
    for (int k = 0; k < 4; k++)
      in[i][k] = t_random () % 16;
  f4 *din = t_dev (in, sizeof in), *dout = t_dev (0, sizeof got);
  for (int n = 0; n < 6; n++)
    {
      LAUNCH (1, T, f, din, dout, n);
      OK (px_copy (got, dout, sizeof got));
      for (int i = 0; i < T; i++)
	{
	  f_host (in + 4 * i, want, n);
	  CHECK (!memcmp (got + 7 * i, want, sizeof want));
	}
    }
  OK (px_free (din));
  return px_free (dout);
}
