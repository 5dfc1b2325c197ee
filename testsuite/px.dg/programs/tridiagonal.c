/* SPDX-License-Identifier: MIT */
/* Tridiagonal systems by parallel cyclic reduction, a block a system of any size up to its
   own.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync 0;} 2 } } */
#include "../aux/t.h"
#include <math.h>

enum { MAX = 128 };
struct eq { float a, b, c, d; };

__kernel __requires (grid (1), block (1), threads (MAX), smem (MAX * sizeof (struct eq)))
__where (n <= MAX) void
pcr (const struct eq *sys, float *x, int n)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, float *xb = x + b * n)
    __group (block, 1)
      {
	__shared struct eq s[MAX];
	int t __perspective (thread, 1) = px_id (thread);
	struct eq e __perspective (thread, 1) = { 0, 1, 0, 0 };
	__group (thread, 1)
	  if (t < n)
	    e = sys[b * n + t];
	__partition (thread, 1, struct eq *w = s + t)
	  *w = e;
	for (int d = 1; d < n; d *= 2)
	  {
	    __group (thread, 1)
	      if (t < n)
		{
		  struct eq lo = { 0, 1, 0, 0 }, hi = { 0, 1, 0, 0 };
		  if (t >= d)
		    lo = s[t - d];
		  if (t + d < n)
		    hi = s[t + d];
		  float k1 = e.a / lo.b, k2 = e.c / hi.b;
		  e.b -= lo.c * k1 + hi.a * k2;
		  e.d -= lo.d * k1 + hi.d * k2;
		  e.a = -lo.a * k1;
		  e.c = -hi.c * k2;
		}
	    __partition (thread, 1, struct eq *w = s + t)
	      *w = e;
	  }
	__partition (thread, 1, float *w = xb + t)
	  __group (thread, 1)
	    if (t < n)
	      *w = e.d / e.b;
      }
}

int
main (void)
{
  enum { B = 4, N = 100 };
  static struct eq e[B][N];
  static float x[B][N];
  for (int b = 0; b < B; b++)
    for (int i = 0; i < N; i++)
      e[b][i] = (struct eq) { i > 0, 4 + t_random () % 3, i < N - 1, t_random () % 10 };
  struct eq *d = t_dev (e, sizeof e);
  float *o = t_dev (0, sizeof x);
  LAUNCH (B, MAX, pcr, d, o, N);
  t_back (x, o, sizeof x);
  for (int b = 0; b < B; b++)
    for (int i = 0; i < N; i++)
      {
	float v = e[b][i].b * x[b][i];
	v += (i ? e[b][i].a * x[b][i - 1] : 0) + (i < N - 1 ? e[b][i].c * x[b][i + 1] : 0);
	CHECK (fabsf (v - e[b][i].d) < 1e-3f);
      }
  OK (px_free (d));
  return 0;
}
