/* SPDX-License-Identifier: MIT */
/* Structs of the sizes of integers, which are aligned to less than these, by value
   as kernel parameters and in memory; bit-fields.  */
/* { dg-do run } */
#include "../aux/t.h"
struct p { int x, y; };
struct q { short a, b, c, d; };
struct f { unsigned a : 3, b : 20; unsigned c : 17; };
struct d { float a, b; };
__device struct p gp[4] = { { 1, 2 }, { 3, 4 }, { 5, 6 }, { 7, 8 } };
__device struct f gf[3] = { { 1, 2, 3 }, { 3, 4, 5 }, { 2, 3, 4 } };
__kernel void
k (int *out, int n, struct p s, short m, struct q t, char w, struct f f, struct d z)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *o = out + i)
    __group (thread, 1)
      {
        struct p l = gp[i & 3]; struct f g = gf[i % 3];
        *o = n + s.x * s.y + t.a * t.b + t.c + t.d + f.a * f.b * f.c + (int) z.a * (int) z.b + m + w + l.x * l.y + g.a * g.b + g.c;
      }
}
__kernel void
k2 (const char *raw, int *out, struct p *ps)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *o = out + i)
  __partition (thread, 1, struct p *mine = ps + i)
    __group (thread, 1)
      {
        struct p a = ((const struct p *) (raw + 4))[i];
        *mine = a;
        *o = a.x + 10 * a.y;
      }
}
int main (void)
{
  int out[32]; struct p ps[33];
  int *d = t_dev (0, sizeof out);
  LAUNCH (1, 32, k, d, 5, (struct p) { 3, 4 }, 6, (struct q) { 1, 2, 3, 4 }, 7, (struct f) { 1, 1000, 4 }, (struct d) { 2, 3 });
  OK (px_copy (out, d, sizeof out));
  CHECK (out[0] == 5 + 12 + 2 + 7 + 4000 + 6 + 6 + 7 + 2 + 2 + 3);
  char raw[300]; for (int i = 0; i < 75; i++) ((int *) raw)[i] = i;
  char *r = t_dev (raw, sizeof raw); struct p *p = t_dev (0, sizeof ps);
  LAUNCH (1, 32, k2, r, d, (struct p *) ((char *) p + 4));
  t_back (out, d, sizeof out);
  for (int i = 0; i < 32; i++) CHECK (out[i] == 2 * i + 1 + 10 * (2 * i + 2));
  return 0;
}
