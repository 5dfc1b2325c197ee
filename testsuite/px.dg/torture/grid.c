/* SPDX-License-Identifier: MIT */
/* Launch shapes: one thread, odd sizes, 1024 threads, many blocks.  */
/* { dg-do run } */
#include "../aux/t.h"

__kernel void
f (int *count, int *last, int threads)
{
  int i __perspective (thread, 1) = px_id (thread);
  int b __perspective (block, 1) = px_id (block), t __perspective (thread, 1);
  __group (block, 1)
    t = px_id (thread);
  __group (thread, 1) __unsafe
    {
      __atomic_fetch_add (count, 1, __ATOMIC_RELAXED);
      last[i] = b * 10000 + t + (i != b * threads + t);
    }
}

static void
shape (int blocks, int threads)
{
  int zero = 0, count, n = blocks * threads;
  int *d = t_dev (&zero, sizeof zero), *dl = t_dev (0, n * sizeof (int)), *last = malloc (n * sizeof (int));
  LAUNCH (blocks, threads, f, d, dl, threads);
  t_back (&count, d, sizeof count);
  t_back (last, dl, n * sizeof (int));
  CHECK (count == n);
  for (int i = 0; i < n; i++)
    CHECK (last[i] == i / threads * 10000 + i % threads);
  free (last);
}

int
main (void)
{
  shape (1, 1);
  shape (1, 33);
  shape (7, 31);
  shape (2, 1024);
  shape (513, 3);
  return 0;
}
