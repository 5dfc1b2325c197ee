/* SPDX-License-Identifier: MIT */
/* An address in a structure that is passed as a number may be that of any object, as one that is passed by itself.  */
/* { dg-do run } */
#include "../aux/t.h"

struct s { int *p; unsigned long n; };

__kernel __requires (grid (1), block (1), threads (64)) void
f (struct s a, int *o)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *w = a.p + t)
    *w = t + 5;
  int v __perspective (thread, 1) = ((int *) a.n)[t ^ 33];
  __partition (thread, 1, int *q = o + t)
    *q = v;
}

int
main (void)
{
  int *p = t_dev (NULL, 256), *o = t_dev (NULL, 256), h[64];
  LAUNCH (1, 64, f, ((struct s) { p, (unsigned long) p }), o);
  t_back (h, o, sizeof h);
  for (int i = 0; i < 64; i++)
    CHECK (h[i] == (i ^ 33) + 5);
  return 0;
}
