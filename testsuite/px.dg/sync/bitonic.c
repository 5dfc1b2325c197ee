/* SPDX-License-Identifier: MIT */
/* A bitonic sort: what a thread compares and exchanges is its own, whatever the step, so
   that there is one barrier a step.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-without=unroll" } */
/* { dg-final { scan-ptx-times {bar\.sync} 2 } } */
#include "../aux/t.h"

enum { T = 128, N = 2 * T };
__kernel __requires (grid (1), block (1), threads (T), smem (N * 8)) void
sort (unsigned *keys, int *vals)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, unsigned *kb = keys + b * N)
    __partition (block, 1, int *vb = vals + b * N)
      __group (block, 1)
	{
	  __shared unsigned k[N];
	  __shared int v[N];
	  int t __perspective (thread, 1) = px_id (thread);
	  for (int e = 0; e < 2; e++)
	    {
	      __partition (thread, 1, unsigned *p = k + e * T + t)
		*p = kb[e * T + t];
	      __partition (thread, 1, int *p = v + e * T + t)
		*p = vb[e * T + t];
	    }
	  for (int size = 2; size <= N; size *= 2)
	    for (int stride = size / 2; stride; stride /= 2)
	      {
		int i __perspective (thread, 1) = 2 * t - (t & (stride - 1));
		int up __perspective (thread, 1) = (i & size) == 0;
		unsigned x __perspective (thread, 1) = k[i], y __perspective (thread, 1) = k[i + stride];
		int vx __perspective (thread, 1) = v[i], vy __perspective (thread, 1) = v[i + stride];
		int swap __perspective (thread, 1) = (x > y) == up;
		__partition (thread, 1, unsigned *p = k + i)
		  __group (thread, 1)
		    if (swap)
		      p[0] = y, p[stride] = x;
		__partition (thread, 1, int *p = v + i)
		  __group (thread, 1)
		    if (swap)
		      p[0] = vy, p[stride] = vx;
	      }
	  for (int e = 0; e < 2; e++)
	    {
	      __partition (thread, 1, unsigned *p = kb + e * T + t)
		*p = k[e * T + t];
	      __partition (thread, 1, int *p = vb + e * T + t)
		*p = v[e * T + t];
	    }
	}
}
int
main (void)
{
  enum { B = 3 };
  static unsigned k[B * N];
  static int v[B * N];
  for (int i = 0; i < B * N; i++)
    v[i] = 3 * (k[i] = t_random () % 10000);
  unsigned *dk = t_dev (k, sizeof k);
  int *dv = t_dev (v, sizeof v);
  LAUNCH (B, T, sort, dk, dv);
  t_back (k, dk, sizeof k);
  t_back (v, dv, sizeof v);
  for (int i = 0; i < B * N; i++)
    {
      CHECK (v[i] == (int) k[i] * 3);
      CHECK (i % N == 0 || k[i - 1] <= k[i]);
    }
  return 0;
}
