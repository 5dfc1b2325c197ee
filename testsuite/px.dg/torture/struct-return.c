/* SPDX-License-Identifier: MIT */
/* Device functions that take and return structs.  */
/* { dg-do run } */
#include "../aux/t.h"

struct small { int x; };
struct vec { float x, y, z; };
struct large { double v[12]; int n; };

__device static struct small __attribute__ ((noinline)) small (int x) { return (struct small) { x * 2 }; }
__device static struct vec __attribute__ ((noinline)) cross (struct vec a, struct vec b)
{
  return (struct vec) { a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}
__device static struct large __attribute__ ((noinline)) large (int n)
{
  struct large l = { .n = n };
  for (int i = 0; i < n; i++)
    l.v[i] = i * 0.5;
  return l;
}
__device static double __attribute__ ((noinline)) sum (struct large l)
{
  double s = 0;
  for (int i = 0; i < l.n; i++)
    s += l.v[i];
  l.n = 0;
  return s + l.n;
}

__kernel void
f (struct vec *v, double *s)
{
  EACH_THREAD (i)
    {
      v[i] = cross (v[i], (struct vec) { 1, 2, i });
      struct large l = large (i % 13);
      s[i] = sum (l) + small (i).x + l.n;
    }
}

int
main (void)
{
  struct vec v[32];
  double s[32];
  for (int i = 0; i < 32; i++)
    v[i] = (struct vec) { i, 2 * i, 3 };
  struct vec *dv = t_dev (v, sizeof v);
  double *ds = t_dev (0, sizeof s);
  LAUNCH (1, 32, f, dv, ds);
  t_back (v, dv, sizeof v);
  t_back (s, ds, sizeof s);
  for (int i = 0; i < 32; i++)
    {
      int n = i % 13;
      CHECK (v[i].x == 2 * i * i - 6 && v[i].y == 3 - i * i && v[i].z == 0);
      CHECK (s[i] == n * (n - 1) / 4.0 + 2 * i + n);
    }
  return 0;
}
