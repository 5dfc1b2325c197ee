/* SPDX-License-Identifier: MIT */
/* The __atomic builtins on global memory, 1 to 8 bytes.  */
/* { dg-do run } */
#include "../aux/t.h"

struct s { int i; unsigned u; unsigned long long l; signed char c; unsigned short h; int max; int lock, guarded; };

__kernel void
f (struct s *s, int *seen)
{
  EACH_THREAD (i)
    {
      __atomic_fetch_add (&s->i, i, __ATOMIC_RELAXED);
      __atomic_fetch_sub (&s->u, 1, __ATOMIC_RELAXED);
      __atomic_fetch_xor (&s->l, 1ull << (i & 63), __ATOMIC_SEQ_CST);
      __atomic_fetch_add (&s->c, 1, __ATOMIC_RELAXED);
      __atomic_fetch_or (&s->h, 1 << (i & 15), __ATOMIC_RELAXED);
      int old = __atomic_load_n (&s->max, __ATOMIC_RELAXED);
      while (old < i && !__atomic_compare_exchange_n (&s->max, &old, i, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
	;
      int place = __atomic_add_fetch (&s->guarded, 1, __ATOMIC_ACQ_REL) - 1;
      seen[place] = __atomic_exchange_n (&s->lock, i, __ATOMIC_RELAXED);
    }
}

int
main (void)
{
  enum { N = 192 };
  struct s s = { .u = 1000 };
  s.lock = -1;
  int seen[N], count[N + 1] = { 0 };
  struct s *d = t_dev (&s, sizeof s);
  int *ds = t_dev (0, sizeof seen);
  LAUNCH (3, 64, f, d, ds);
  t_back (&s, d, sizeof s);
  t_back (seen, ds, sizeof seen);
  CHECK (s.i == N * (N - 1) / 2);
  CHECK (s.u == 1000 - N);
  CHECK (s.l == ~0ull);
  CHECK (s.c == (signed char) N);
  CHECK (s.h == 0xffff);
  CHECK (s.max == N - 1);
  CHECK (s.guarded == N);
  /* Each value was exchanged out once, but the last one.  */
  count[s.lock + 1]++;
  for (int i = 0; i < N; i++)
    count[seen[i] + 1]++;
  for (int i = 0; i <= N; i++)
    CHECK (count[i] == 1);
  return 0;
}
