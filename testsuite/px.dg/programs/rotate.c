/* SPDX-License-Identifier: MIT */
/* All pairs in a cluster: bodies stay in their block's shared memory, and each block reads
   those of the others in turn; then one writes what its neighbour reads.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {barrier\.cluster\.wait} 4 } } */
#include "../aux/t.h"

enum { C = 4, T = 64 };

__kernel __requires (grid (1), cluster (C), block (1), threads (T), smem (T * 8)) void
forces (const float *x, const float *m, float *f)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, float *fb = f + b * T)
    __group (block, C)
      {
	__shared float at[T], mass[T];
	int rank __perspective (block, 1) = px_id (block);
	__group (block, 1)
	  {
	    int t __perspective (thread, 1) = px_id (thread);
	    __partition (thread, 1, float *p = at + t)
	      *p = x[b * T + t];
	    __partition (thread, 1, float *p = mass + t)
	      *p = m[b * T + t];
	  }
	__group (block, 1)
	  {
	    int t __perspective (thread, 1) = px_id (thread);
	    float me __perspective (thread, 1) = at[t], sum __perspective (thread, 1) = 0;
	    for (int r = 0; r < C; r++)
	      {
		const float *there = px_map_shared (at, (rank + r) % C), *heavy = px_map_shared (mass, (rank + r) % C);
		for (int j = 0; j < T; j++)
		  sum += there[j] > me ? heavy[j] : there[j] < me ? -heavy[j] : 0;
	      }
	    __partition (thread, 1, float *p = fb + t)
	      *p = sum;
	  }
	__group (block, 1)
	  __partition (thread, 1, float *p = mass + px_id (thread))
	    *p *= 2;
	__group (block, 1)
	  {
	    int t __perspective (thread, 1) = px_id (thread);
	    const float *heavy = px_map_shared (mass, (rank + 1) % C);
	    float v __perspective (thread, 1) = heavy[T - 1 - t];
	    __partition (thread, 1, float *p = fb + t)
	      *p += v;
	  }
      }
}

int
main (void)
{
  enum { K = 2, N = K * C * T };
  static float x[N], m[N], f[N];
  for (int i = 0; i < N; i++)
    {
      x[i] = t_random () % 100;
      m[i] = t_random () % 10;
    }
  float *dx = t_dev (x, sizeof x), *dm = t_dev (m, sizeof m), *df = t_dev (0, sizeof f);
  LAUNCH (K * C, T, forces, dx, dm, df);
  t_back (f, df, sizeof f);
  OK (px_free (dx));
  OK (px_free (dm));
  for (int i = 0; i < N; i++)
    {
      int first = i / (C * T) * C * T, next = first + ((i - first) / T + 1) % C * T;
      float sum = 2 * m[next + T - 1 - i % T];
      for (int j = first; j < first + C * T; j++)
	sum += x[j] > x[i] ? m[j] : x[j] < x[i] ? -m[j] : 0;
      CHECK (f[i] == sum);
    }
  return 0;
}
