/* SPDX-License-Identifier: MIT */
/* A struct parameter is the kernel's own copy: writing it, taking its
   address, indexing its array by a variable.  */
/* { dg-do run } */
#include "../aux/t.h"

struct s { int n; int v[8]; };

__device static int
sum (const struct s *p)
{
  int r = 0;
  for (int i = 0; i < p->n; i++)
    r += p->v[i];
  return r;
}

__kernel void
f (struct s s, int *out)
{
  EACH_THREAD (t)
    {
      s.v[t] += 1000;
      s.n = 8;
      out[t] = sum (&s) + s.v[7 - t];
    }
}

int
main (void)
{
  struct s s = { 3, { 1, 2, 3, 4, 5, 6, 7, 8 } };
  int got[8];
  int *d = t_dev (0, sizeof got);
  LAUNCH (1, 8, f, s, d);
  t_back (got, d, sizeof got);
  for (int t = 0; t < 8; t++)
    CHECK (got[t] == 1036 + s.v[7 - t]);
  return 0;
}
