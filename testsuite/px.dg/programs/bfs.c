/* SPDX-License-Identifier: MIT */
/* Breadth first: a frontier a launch, new vertices by compare and swap, the next
   frontier's places by an atomic counter.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { V = 500, E = 2000, T = 64 };
struct graph { const int *first, *to; int n; };

__kernel __requires (grid (1), block (1), threads (T)) void
visit (struct graph g, int *level, const int *now, int many, int *next, int *count, int depth)
{
  int i __perspective (thread, 1) = px_id (thread);
  __group (thread, 1)
    if (i < many)
      {
	int v = now[i];
	for (int e = g.first[v]; e < g.first[v + 1]; e++)
	  if (px_atomic_cas (&level[g.to[e]], -1, depth) == -1)
	    __unsafe { next[px_atomic_add (count, 1)] = g.to[e]; }
      }
}

int
main (void)
{
  static int first[V + 1], to[E], level[V], want[V], queue[V];
  for (int i = 0; i < E; i++)
    to[i] = t_random () % V;
  for (int i = 0; i <= V; i++)
    first[i] = i * (E / V);
  for (int i = 0; i < V; i++)
    want[i] = level[i] = -1;
  level[0] = 0;
  struct graph g = { t_dev (first, sizeof first), t_dev (to, sizeof to), V };
  int *l = t_dev (level, sizeof level), zero = 0, many = 1, *a = t_dev (0, V * 4), *b = t_dev (0, V * 4), *c = t_dev (0, 4);
  OK (px_copy (a, &zero, 4));
  for (int d = 1; many; d++)
    {
      OK (px_copy (c, &zero, 4));
      LAUNCH ((many + T - 1) / T, T, visit, g, l, a, many, b, c, d);
      OK (px_copy (&many, c, 4));
      int *x = a;
      a = b, b = x;
    }
  t_back (level, l, sizeof level);
  int head = 0, tail = 1;
  for (want[0] = 0; head < tail; head++)
    for (int e = first[queue[head]]; e < first[queue[head] + 1]; e++)
      if (want[to[e]] < 0)
	want[to[e]] = want[queue[head]] + 1, queue[tail++] = to[e];
  CHECK (!memcmp (level, want, sizeof level));
  return 0;
}
