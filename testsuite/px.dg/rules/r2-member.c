/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* Members of structures whose bounds are kept, or meant otherwise: the whole structure as an array,
   the last member longer than declared, bytes, unions.  */
#include <px.h>
#include <string.h>
#include "../aux/t.h"

struct pair { float a[64]; float b[64]; };
struct list { int n; int v[1]; };
struct cells { struct { int v[4]; int n; } c[64]; int sum; };
union both { float f[64]; int i[128]; };

__kernel __requires (grid (1), block (1), threads (64), smem (2320)) void
f (float *out, const struct list *l)
{
  __each (block, float *o = out + 320 * px_id (block))
    {
      int t = px_id (thread), n = l->n;
      __shared struct pair x;
      __shared struct cells s;
      __shared union both u;
      __each (thread, float *w = (float *) &x + t)
	{
	  w[0] = t;
	  w[64] = 2 * t;
	}
      __each (thread, float *v = o + t)
	*v = x.a[63 - t] + x.b[t];
      __each (thread, int *v = s.c[t].v)
	for (int i = 0; i < 4; i++)
	  v[i] = t + i;
      __each (thread, int *k = &s.c[t].n)
	*k = 1;
      __each (thread, float *v = o + 64 + t)
	*v = s.c[63 - t].v[3] + s.c[t].n;
      __each (thread, int *w = u.i + t)
	{
	  w[0] = t;
	  w[64] = 2 * t;
	}
      __each (thread, float *v = o + 128 + t)
	*v = u.i[127 - t];
      __each (thread, float *v = o + 192 + t)
	*v = t < n ? l->v[t] : l->v[2];
      /* The bytes of both members; all of a union, by the name of its shorter member.  */
      __each (thread, char *w = (char *) x.a + 4 * t)
	for (int i = 0; i < 4; i++)
	  w[256 + i] = w[i] = 0;
      __each (thread, float *w = u.f + t)
	w[64] = w[0] = t;
      __each (thread, float *v = o + 256 + t)
	*v = x.a[63 - t] + x.b[63 - t] + u.i[t + 64];
    }
}

static int
bits (float x)
{
  int i;
  memcpy (&i, &x, sizeof i);
  return i;
}

int
main (void)
{
  static float out[320];
  static struct { int n, v[40]; } l = { 40, { 7 } };
  for (int i = 0; i < 40; i++)
    l.v[i] = 3 * i;
  float *o = t_dev (0, sizeof out);
  struct list *d = t_dev (&l, sizeof l);
  LAUNCH (1, 64, f, o, d);
  t_back (out, o, sizeof out);
  OK (px_free (d));
  for (int t = 0; t < 64; t++)
    if (out[t] != 63 - t + 2 * t || out[64 + t] != 63 - t + 3 + 1 || out[128 + t] != 2 * (63 - t)
	|| out[192 + t] != (t < 40 ? 3 * t : 6) || out[256 + t] != bits (t))
      return 1;
  return 0;
}
