/* SPDX-License-Identifier: MIT */
/* R1: where a pointer leads that is one of several in a structure is not known; two of them may lead to
   different places, or to one.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-undecided=none" } */
#include "../aux/t.h"

struct rows { int *p[64]; };
struct two { struct { int *p; } a, b; };

/* Each thread has its own row: no overlap in every launch.  */
__kernel __requires (grid (1), block (1), threads (64)) __where (px_units (block) == 1)
void each (struct rows r)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *w = r.p[t])
    *w = t;
}

/* One row, at each thread's own element.  */
__kernel __requires (grid (1), block (1), threads (64))
void one (struct rows r)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *w = r.p[1] + t)
    *w = t;
}

/* What is 32 elements behind one pointer may be at another: more than neighbours meet.  */
__kernel __requires (grid (1), block (1), threads (64))
void behind (struct rows r, int *o)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *w = r.p[0] + t)
    *w = t;
  int v __perspective (thread, 1) = r.p[1][t ^ 1];
  __partition (thread, 1, int *w = o + t)
    *w = v;
}

int
main (void)
{
  struct rows r;
  int *a = t_dev (NULL, 128 * sizeof *a), *o = t_dev (NULL, 64 * sizeof *o), h[64];
  for (int i = 0; i < 64; i++)
    r.p[i] = a + i;
  LAUNCH (1, 64, each, r);
  OK (px_copy (h, a, sizeof h));
  for (int i = 0; i < 64; i++)
    CHECK (h[i] == i);
  r.p[1] = a;
  LAUNCH (1, 64, one, r);
  r.p[0] = a;
  r.p[1] = a + 32;
  LAUNCH (1, 64, behind, r, o);
  OK (px_copy (h, o, sizeof h));
  for (int i = 0; i < 32; i++)
    CHECK (h[i] == (32 + (i ^ 1)));
  return 0;
}
