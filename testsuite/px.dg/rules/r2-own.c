/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* Parameters by value, and local variables by pointers.  */
#include <px.h>
#include "../aux/t.h"

struct v { int a[4]; int b; };
struct w { struct v x[2]; short s; };

__kernel __requires (threads (64)) void
f (int *out, struct w g)
{
  int t = px_id (thread);
  __each (thread, int *o = out + t)
    {
      struct v a = { { t, 1, 2, 3 }, 4 };
      int d[4] = { 7, 8, 9, 10 }, *p = d + 2;
      struct v *q = &a;
      const int *all = (const int *) &g;
      p[t % 4 - 2] = 1;
      q[0].a[t & 3] += 5;
      *o = g.x[t & 1].a[t & 3] + g.x[1].b + all[t % 10] + d[t & 3] + a.a[0] + a.a[1] + a.a[2] + a.a[3];
    }
}

int
main (void)
{
  static int out[64];
  struct w g = { { { { 10, 20, 30, 40 }, 50 }, { { 60, 70, 80, 90 }, 100 } }, 5 };
  int *o = t_dev (0, sizeof out);
  LAUNCH (1, 64, f, o, g);
  t_back (out, o, sizeof out);
  for (int t = 0; t < 64; t++)
    if (out[t] != g.x[t & 1].a[t & 3] + 100 + 10 * (t % 10 + 1) + 1 + t + 6 + 5)
      return 1;
  return 0;
}
