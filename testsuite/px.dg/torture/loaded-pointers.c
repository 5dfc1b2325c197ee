/* SPDX-License-Identifier: MIT */
/* Pointers that the host put into memory lead to what the kernel writes by another name: reads
   through them come after the writes.  What is only read has no barrier.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync} 8 } } */
#include "../aux/t.h"

enum { T = 64 };
struct cell { int v; struct cell *next; };
struct pointers { const int *p; };
__device int variable[T];

#define KERNEL(name, ...) __kernel __requires (grid (1), block (1), threads (T)) void name (__VA_ARGS__)
#define T_ID int t __perspective (thread, 1) = px_id (thread)
#define EACH(...) __partition (thread, 1, __VA_ARGS__) __group (thread, 1)

/* The next cell, which another thread has written.  */
KERNEL (neighbour, struct cell *a, int *o)
{
  T_ID;
  EACH (struct cell *w = a + t) w->v = t * 3;
  int v __perspective (thread, 1) = a[t].next->v;
  EACH (int *w = o + t) *w = v;
}

/* Another parameter, out of a structure.  */
KERNEL (parameter, int *a, const struct pointers *b)
{
  T_ID;
  EACH (int *w = a + t) *w = t;
  int v __perspective (thread, 1) = b->p[t ^ 33];
  EACH (int *w = a + t) *w = v;
}

/* A variable.  */
KERNEL (symbol, const struct pointers *b, int *restrict o)
{
  T_ID;
  EACH (int *w = variable + t) *w = t;
  EACH (int *w = o + t) *w = b->p[t ^ 33];
}

/* Each turn reads what the turn before has left.  */
KERNEL (turns, int *a, const struct pointers *b)
{
  T_ID;
#pragma GCC unroll 1
  for (int i = 0; i < 3; i++)
    {
      int v __perspective (thread, 1) = b->p[t ^ 33 >> i];
      EACH (int *w = a + t) *w = v + 1;
    }
}

/* A function that reads through it, not inlined.  */
__device __attribute__ ((noinline)) int found (const struct pointers *b, int i) { return b->p[i]; }
KERNEL (function, int *a, const struct pointers *b, int *restrict o)
{
  T_ID;
  EACH (int *w = a + t) *w = t;
  EACH (int *w = o + t) *w = found (b, t ^ 33);
}

KERNEL (nothing_written, const struct cell *a, int *restrict o)
{
  T_ID;
  EACH (int *w = o + t)
    {
      int sum = 0;
      const struct cell *p = a + t;
#pragma GCC unroll 1
      for (int i = 0; i < 4; i++, p = p->next)
	sum += p->v;
      *w = sum;
    }
}

int
main (void)
{
  struct cell *a = NEW (struct cell, T);
  struct pointers *b = NEW (struct pointers, 1);
  int *o = NEW (int, T);
  for (int i = 0; i < T; i++)
    a[i].next = a + (i ^ 33);
  LAUNCH (1, T, neighbour, a, o);
  for (int t = 0; t < T; t++)
    CHECK (o[t] == 3 * (t ^ 33));
  b->p = o;
  LAUNCH (1, T, parameter, o, b);
  for (int t = 0; t < T; t++)
    CHECK (o[t] == (t ^ 33));
  int want[2][T];
  for (int t = 0; t < T; t++)
    want[0][t] = o[t] = t;
  LAUNCH (1, T, turns, o, b);
  for (int i = 0; i < 3; i++)
    for (int t = 0; t < T; t++)
      want[1 - i % 2][t] = want[i % 2][t ^ 33 >> i] + 1;
  for (int t = 0; t < T; t++)
    CHECK (o[t] == want[1][t]);
  int *p = NEW (int, T);
  LAUNCH (1, T, function, o, b, p);
  for (int t = 0; t < T; t++)
    CHECK (p[t] == (t ^ 33));
  size_t bytes;
  void *at;
  OK (px_symbol_address (px_symbol (variable), &at, &bytes));
  b->p = at;
  LAUNCH (1, T, symbol, b, o);
  for (int t = 0; t < T; t++)
    CHECK (o[t] == (t ^ 33));
  LAUNCH (1, T, nothing_written, a, o);
  for (int t = 0; t < T; t++)
    CHECK (o[t] == 6 * t + 6 * (t ^ 33));
  OK (px_free (a));
  OK (px_free (b));
  OK (px_free (o));
  OK (px_free (p));
  return 0;
}
