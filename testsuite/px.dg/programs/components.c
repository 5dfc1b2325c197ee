/* SPDX-License-Identifier: MIT */
/* Connected components of a graph: labels are hooked to lesser ones and paths cut short
   until nothing changes.  */
/* { dg-do run } */
#include "../aux/t.h"

__kernel void
init (int *label, int n)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *l = label + i)
    __group (thread, 1)
      if (i < n)
	*l = i;
}

__kernel void
hook (const int (*edge)[2], int m, int *label, int *changed)
{
  int i __perspective (thread, 1) = px_id (thread);
  __group (thread, 1)
    if (i < m)
      {
	int a = px_atomic_load (&label[edge[i][0]]), b = px_atomic_load (&label[edge[i][1]]);
	if (a != b)
	  {
	    int hi = a > b ? a : b, lo = a > b ? b : a;
	    if (px_atomic_min (&label[hi], lo) > lo)
	      px_atomic_store (changed, 1);
	  }
      }
}

__kernel void
jump (int *label, int n)
{
  int i __perspective (thread, 1) = px_id (thread);
  __group (thread, 1)
    if (i < n)
      {
	int l = px_atomic_load (&label[i]), up;
	while ((up = px_atomic_load (&label[l])) != l)
	  l = up;
	px_atomic_store (&label[i], l);
      }
}

int
main (void)
{
  enum { N = 500, M = 400 };
  static int e[M][2], label[N], want[N];
  for (int i = 0; i < M; i++)
    {
      e[i][0] = t_random () % N;
      e[i][1] = t_random () % N;
    }
  int (*de)[2] = t_dev (e, sizeof e), *d = t_dev (0, sizeof label), *changed = px_alloc_managed (sizeof *changed);
  CHECK (changed);
  LAUNCH (4, 128, init, d, N);
  do
    {
      *changed = 0;
      LAUNCH ((M + 63) / 64, 64, hook, (const int (*)[2]) de, M, d, changed);
      LAUNCH ((N + 63) / 64, 64, jump, d, N);
    }
  while (*changed);
  t_back (label, d, sizeof label);
  for (int i = 0; i < N; i++)
    want[i] = i;
  for (int again = 1; again;)
    {
      again = 0;
      for (int i = 0; i < M; i++)
	{
	  int a = want[e[i][0]], b = want[e[i][1]];
	  again |= a != b;
	  want[e[i][0]] = want[e[i][1]] = a < b ? a : b;
	}
    }
  CHECK (!memcmp (label, want, sizeof label));
  OK (px_free (de));
  OK (px_free (changed));
  return 0;
}
