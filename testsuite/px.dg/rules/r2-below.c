/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* The last array of a structure may be longer than it is declared; its elements, those of structures that are elements, and
   pointers to the whole structure.  */
#include <px.h>
#include "../aux/t.h"

struct list { int n; int tail[8]; };
struct open { int n; int tail[]; };
struct lists { int k; struct list a[4]; };
struct vector { int v[3]; };
struct vectors { int n; struct vector a[8]; int end; };
struct both { int k; union { float f[16]; int i[8]; } u; int z; };

__device __attribute__ ((noinline)) int
before (const int *p)
{
  return p[-1];
}

__kernel __requires (grid (1), block (1), threads (64), smem (512)) void
f (int *out, const struct list *g, const struct open *p)
{
  __each (block, int *o = out + 64 * px_id (block))
    {
      int t = px_id (thread);
      __shared struct lists y;
      __shared struct both h;
      __shared struct vectors m;
      __each (thread, int *w = (int *) &y + t)
	if (t < 37)
	  *w = t;
      __each (thread, int *w = &h.u.i[t])
	if (t < 16)
	  *w = 2 * t;
      /* All numbers of an array of vectors, by a pointer to those of one.  */
      __each (thread, int *w = m.a[0].v + t)
	if (t < 24)
	  *w = t;
      const int *u = m.a[4].v;
      const int *q = g->tail + 40, *r = &y.a[1].tail[7];
      const struct list *s = &y.a[3];
      __each (thread, int *v = o + t)
	{
	  *v = g->tail[t % 40] + p->tail[t % 40] + q[t % 40 - 40] + *(h.u.i + 15);
	  *v += y.a[1].tail[t % 8] + r[-(t % 8)] + s[-(t % 4)].n + y.a[t % 4].tail[0];
	  *v += u[t % 12 - 12] + u[t % 12];
	  *v += before (g->tail + 1 + t % 8) + ((const int *) g)[t % 41];
	}
    }
}

int
main (void)
{
  static struct { int n, v[40]; } l = { 40, { 7 } };
  static int out[64];
  for (int i = 1; i < 40; i++)
    l.v[i] = 3 * i + 7;
  int *o = t_dev (0, sizeof out);
  void *d = t_dev (&l, sizeof l), *e = t_dev (&l, sizeof l);
  LAUNCH (1, 64, f, o, (const struct list *) d, (const struct open *) e);
  t_back (out, o, sizeof out);
  OK (px_free (d));
  OK (px_free (e));
  for (int t = 0; t < 64; t++)
    {
      /* Word k of `lists' is k: a[i].n is 1 + 9 i, a[i].tail[j] is 2 + 9 i + j.  */
      int want = 3 * l.v[t % 40] + 30 + (11 + t % 8) + (18 - t % 8) + (28 - 9 * (t % 4)) + (2 + 9 * (t % 4))
		 + 2 * (t % 12) + 12 + l.v[t % 8] + (t % 41 ? l.v[t % 41 - 1] : 40);
      if (out[t] != want)
	return 1;
    }
  return 0;
}
