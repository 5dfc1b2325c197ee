/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* memcpy, memset and their kin inside of members, of whole structures, and of what the last member of one leads to.  */
#include <px.h>
#include <string.h>
#include "../aux/t.h"

enum { T = 64 };
struct s { int n; int v[T]; int m; };
struct last { int n; int tail[1]; };

__kernel __requires (grid (1), block (1), threads (T), smem (512)) void
f (int *out, const struct last *g)
{
  __each (block, int *o = out + T * px_id (block))
    {
      int t = px_id (thread);
      __shared struct s x;
      __each (thread, int *w = x.v + t)
	memset (w, 0, 4);
      __each (thread, int *w = x.v + t)
	memcpy (w, &g->tail[t], 4);
      __each (thread, struct s *w = &x)
	if (t == 0)
	  {
	    memset (&w->n, 0, 4);
	    memcpy (&w->m, &g->n, sizeof w->m);
	  }
      __each (thread, int *p = o + t)
	{
	  struct { int c; int a[4]; int b; } u, w;
	  int d[8];
	  memset (&u, 0, sizeof u);
	  memset (&u.c, 0, sizeof u);
	  memcpy (u.a, &x.v[T - 4], sizeof u.a);
	  memcpy (&u.a[1], x.v + t / 2, 8);
	  memcpy (&w, &u, sizeof u);
	  memset (d, 0, sizeof d);
	  memmove (d + 1, d, 28);
	  memcpy (d, &x, 8);	/* n and v[0] */
	  memcpy (d + 2, (const char *) &x + 4 * T + 4, 4);	/* m */
	  *p = w.a[0] + w.a[1] + w.a[2] + w.a[3] + d[1] + d[2] + memcmp (w.a, u.a, sizeof u.a);
	}
    }
}

int
main (void)
{
  static int in[T + 1], out[T];
  for (int i = 0; i <= T; i++)
    in[i] = 5 * i + 3;
  int *o = t_dev (0, sizeof out);
  void *d = t_dev (in, sizeof in);
  LAUNCH (1, T, f, o, (const struct last *) d);
  t_back (out, o, sizeof out);
  OK (px_free (d));
  const int *v = in + 1;
  for (int t = 0; t < T; t++)
    if (out[t] != v[T - 4] + v[t / 2] + v[t / 2 + 1] + v[T - 1] + v[0] + in[0])
      return 1;
  return 0;
}
