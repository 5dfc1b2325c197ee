/* SPDX-License-Identifier: MIT */
/* Structs with unions, bit-fields and arrays, by value and in memory.  */
/* { dg-do run } */
#include "../aux/t.h"
#include <math.h>

enum kind { CIRCLE = 1, RECT, TRIANGLE };
struct shape
{
  enum kind kind : 3;
  unsigned flags : 5;
  signed int bias : 9;
  union { struct { float r; }; struct { float w, h; } rect; float side[3]; } u;
};
union word { unsigned u; float f; unsigned char b[4]; struct { unsigned lo : 16, hi : 16; } h; };
struct result { double area; unsigned bytes[4]; _Bool big; short pad[3]; };

__device static float
area (const struct shape *s)
{
  switch (s->kind)
    {
    case CIRCLE: return 3.0f * s->u.r * s->u.r;
    case RECT: return s->u.rect.w * s->u.rect.h;
    case TRIANGLE:
      {
	float p = (s->u.side[0] + s->u.side[1] + s->u.side[2]) / 2;
	return sqrtf (p * (p - s->u.side[0]) * (p - s->u.side[1]) * (p - s->u.side[2]));
      }
    }
  return -1;
}

__kernel void
measure (const struct shape *in, struct result *out, int n)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, struct result *o = out + i)
    __group (thread, 1)
      if (i < n)
	{
	  struct shape s = in[i];
	  s.bias -= 3;
	  s.flags |= 1u << (i % 5);
	  union word w = { .f = area (&s) };
	  *o = (struct result) { .area = (double) w.f + s.bias + s.flags, .big = w.f > 10,
				 .pad = { [1] = s.bias, [2] = -1 } };
	  for (int k = 0; k < 4; k++)
	    o->bytes[k] = w.b[k] + w.h.hi;
	}
}

int
main (void)
{
  enum { N = 100 };
  static struct shape s[N];
  static struct result out[N];
  for (int i = 0; i < N; i++)
    {
      s[i].kind = 1 + i % 3;
      s[i].flags = i % 16;
      s[i].bias = i - 50;
      for (int k = 0; k < 3; k++)
	s[i].u.side[k] = s[i].kind == TRIANGLE ? 3 + k : k ? 2 : i;
    }
  struct shape *d = t_dev (s, sizeof s);
  struct result *o = t_dev (0, sizeof out);
  LAUNCH (1, 128, measure, d, o, N);
  t_back (out, o, sizeof out);
  for (int i = 0; i < N; i++)
    {
      float want = s[i].kind == CIRCLE ? 3.0f * i * i : s[i].kind == RECT ? 2 * i : 6;
      union word w = { .f = want };
      int bias = i - 53;
      CHECK (out[i].area == (double) want + bias + (i % 16 | 1 << i % 5));
      CHECK (out[i].big == (want > 10) && out[i].bytes[2] == w.b[2] + (w.u >> 16));
      CHECK (out[i].pad[0] == 0 && out[i].pad[1] == bias && out[i].pad[2] == -1);
    }
  OK (px_free (d));
  return 0;
}
