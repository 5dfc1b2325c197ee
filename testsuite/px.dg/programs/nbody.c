/* SPDX-License-Identifier: MIT */
/* N bodies: positions go through shared memory by tiles.  */
/* { dg-do run } */
#include "../aux/t.h"
#include <math.h>

enum { T = 64, N = 256 };
struct body { float x, y, z, m; };
struct vec { float x, y, z; };

__device static inline struct vec
pull (struct body a, struct body b, struct vec f)
{
  float dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;
  float r2 = dx * dx + dy * dy + dz * dz + 0.01f;
  float s = b.m / (r2 * sqrtf (r2));
  return (struct vec) { f.x + dx * s, f.y + dy * s, f.z + dz * s };
}

__kernel __requires (grid (1), block (1), threads (T)) void
forces (const struct body *p, struct vec *out, int n)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, struct vec *mine = out + b * T)
    __group (block, 1)
      {
	__shared struct body near[T];
	int t __perspective (thread, 1) = px_id (thread);
	struct body own __perspective (thread, 1) = p[b * T + t];
	struct vec f __perspective (thread, 1) = { 0, 0, 0 };
	for (int i = 0; i < n; i += T)
	  {
	    __partition (thread, 1, struct body *w = near + t)
	      __group (thread, 1) *w = p[i + t];
	    for (int j = 0; j < T; j++)
	      f = pull (own, near[j], f);
	  }
	__partition (thread, 1, struct vec *w = mine + t)
	  __group (thread, 1) *w = f;
      }
}

int
main (void)
{
  static struct body p[N];
  static struct vec f[N];
  for (int i = 0; i < N; i++)
    p[i] = (struct body) { t_random () % 100, t_random () % 100, t_random () % 100, 1 + t_random () % 9 };
  struct body *d = t_dev (p, sizeof p);
  struct vec *o = t_dev (0, sizeof f);
  LAUNCH (N / T, T, forces, d, o, N);
  t_back (f, o, sizeof f);
  for (int i = 0; i < N; i++)
    {
      double x = 0, y = 0, z = 0;
      for (int j = 0; j < N; j++)
	{
	  double dx = p[j].x - p[i].x, dy = p[j].y - p[i].y, dz = p[j].z - p[i].z;
	  double r2 = dx * dx + dy * dy + dz * dz + 0.01, s = p[j].m / (r2 * sqrt (r2));
	  x += dx * s, y += dy * s, z += dz * s;
	}
      CHECK (fabs (f[i].x - x) < 1e-3 * (1 + fabs (x)) && fabs (f[i].y - y) < 1e-3 * (1 + fabs (y))
	     && fabs (f[i].z - z) < 1e-3 * (1 + fabs (z)));
    }
  return 0;
}
