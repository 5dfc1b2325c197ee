/* SPDX-License-Identifier: MIT */
/* Structs by value as kernel parameters: sizes, alignments, members.  */
/* { dg-do run } */
#include "../aux/t.h"

struct one { unsigned char a; };
struct three { unsigned char a[3]; };
struct twelve { int x, y, z; };
struct mixed { char c; double d; short s; };
struct big { int head; float v[15]; long long tail; };
struct nested { struct one o; struct twelve t; struct { short a, b; } s; };
struct pointer { const int *p; int n; };
struct aligned { int x; } __attribute__ ((aligned (16)));
union u { int i; float f; };

__kernel void
f (struct one a, struct three b, int mid, struct twelve c, struct mixed d,
   struct big e, char odd, struct nested g, struct pointer p,
   struct aligned h, union u u, double *out)
{
  EACH_THREAD (t)
    {
      int sum = 0;
      out[0] = a.a;
      out[1] = b.a[0] + 10 * b.a[1] + 100 * b.a[2];
      out[2] = mid;
      out[3] = c.x + 10 * c.y + 100 * c.z;
      out[4] = d.c + d.d + d.s;
      out[5] = e.head;
      for (int i = 0; i < 15; i++)
	out[5] += e.v[i];
      out[5] += e.tail;
      out[6] = odd;
      out[7] = g.o.a + g.t.y + g.s.b;
      for (int i = 0; i < p.n; i++)
	sum += p.p[i];
      out[8] = sum;
      out[9] = h.x;
      out[10] = u.f;
    }
}

int
main (void)
{
  double got[11];
  int list[4] = { 1, 20, 300, 4000 };
  double *out = t_dev (0, sizeof got);
  struct big e = { .head = 5, .tail = 1000000 };
  for (int i = 0; i < 15; i++)
    e.v[i] = i;
  struct nested g = { { 1 }, { 2, 30, 4 }, { 5, 600 } };
  struct pointer p = { t_dev (list, sizeof list), 4 };
  LAUNCH (1, 1, f, (struct one) { 200 }, (struct three) { { 1, 2, 3 } }, -9,
	  (struct twelve) { 4, 5, 6 }, (struct mixed) { 1, 0.5, -300 }, e, 'z', g, p,
	  (struct aligned) { 77 }, (union u) { .f = 0.125f }, out);
  t_back (got, out, sizeof got);
  CHECK (got[0] == 200);
  CHECK (got[1] == 321);
  CHECK (got[2] == -9);
  CHECK (got[3] == 654);
  CHECK (got[4] == -298.5);
  CHECK (got[5] == 5 + 105 + 1000000);
  CHECK (got[6] == 'z');
  CHECK (got[7] == 631);
  CHECK (got[8] == 4321);
  CHECK (got[9] == 77);
  CHECK (got[10] == 0.125);
  return 0;
}
