/* SPDX-License-Identifier: MIT */
/* Linked data, pointers to pointers, differences, unions, bit-fields,
   volatile, compound literals, pointers of device memory in structs.  */
/* { dg-do run } */
#include "../aux/t.h"

struct node { struct node *next; int v; };
struct bits { unsigned a : 3, b : 13; int c : 9; unsigned long long d : 40; };
union word { float f; unsigned u; unsigned char c[4]; };

__kernel void
link_up (struct node *n, int count)
{
  EACH_THREAD (i)
    {
      n[i].next = i + 1 < count ? &n[i + 1] : 0;
      n[i].v = i * i;
    }
}

__kernel void
walk (const struct node *n, struct bits *b, long long *out)
{
  EACH_THREAD (t)
    {
      long long s = 0;
      for (const struct node *p = n; p; p = p->next)
	s += p->v;
      out[0] = s;
      const struct node **pp = &n, *last = n + 9;
      out[1] = last - *pp;
      union word w = { .f = 1.5f };
      out[2] = w.u;
      w.c[3] = 0x40;
      out[3] = w.u;
      b->a = 13 & 7;
      b->b += 8000;
      b->c = -200;
      b->d = 1ull << 39 | 5;
      out[4] = b->a + b->b + b->c;
      volatile int v = 3;
      v += v;
      out[5] = v;
      const int *lit = (const int[]) { 4, 5, 6 };
      out[6] = lit[out[0] & 1];
      out[7] = (char *) &n[1] - (char *) n;
    }
}

int
main (void)
{
  long long got[8];
  struct bits b = { 1, 500, 3, 0 }, w = b;
  struct node *n = t_dev (0, 10 * sizeof *n);
  struct bits *db = t_dev (&b, sizeof b);
  long long *d = t_dev (0, sizeof got);
  LAUNCH (1, 10, link_up, n, 10);
  LAUNCH (1, 1, walk, n, db, d);
  t_back (got, d, sizeof got);
  t_back (&b, db, sizeof b);
  OK (px_free (n));
  w.a = 5, w.b = (500 + 8000) & 8191, w.c = -200, w.d = 1ull << 39 | 5;
  CHECK (got[0] == 285 && got[1] == 9);
  CHECK (got[2] == 0x3fc00000 && got[3] == 0x40c00000);
  CHECK (b.a == w.a && b.b == w.b && b.c == w.c && b.d == w.d);
  CHECK (got[4] == w.a + w.b + w.c);
  CHECK (got[5] == 6 && got[6] == 5 && got[7] == sizeof (struct node));
  return 0;
}
