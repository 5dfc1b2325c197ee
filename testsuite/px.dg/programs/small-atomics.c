/* SPDX-License-Identifier: MIT */
/* Atomic accesses of 1 and 2 bytes, under the sanitizer: no races among themselves, one with
   a plain store to a neighbour.  */
/* { dg-do run } */
/* { dg-final { scan-ptx {ld\.relaxed\.gpu\S*\.b16} } } */
/* { dg-final { scan-ptx {st\.release\.sys\S*\.u16} } } */
#include "../aux/t.h"
#include <stdlib.h>

enum { N = 128 };
struct s
{
  unsigned char c[8], or, and, xor, nand, set, swapped, taken, cleared;
  _Atomic unsigned char a;
  unsigned short h[4], sub, max, old[3], lock;
  _Atomic short b;
  int count, sums;
};

__kernel void
f (struct s *s)
{
  EACH_THREAD (t)
    {
      __atomic_fetch_add (s->c + t % 8, 3, __ATOMIC_RELAXED);
      __atomic_fetch_add (s->h + t % 4, 1001, __ATOMIC_SEQ_CST);
      __atomic_fetch_or (&s->or, 1 << t % 7, __ATOMIC_RELAXED);
      __atomic_fetch_and (&s->and, ~(1 << t % 7), __ATOMIC_ACQ_REL);
      __atomic_fetch_xor (&s->xor, t, __ATOMIC_RELAXED);
      __atomic_fetch_nand (&s->nand, 255, __ATOMIC_RELAXED);
      s->a += 5;
      s->b -= 300;
      __atomic_fetch_add (&s->sums, __atomic_sub_fetch (&s->sub, 2, __ATOMIC_RELAXED), __ATOMIC_RELAXED);
      if (!__atomic_test_and_set (&s->set, __ATOMIC_ACQUIRE))
	__atomic_fetch_add (&s->count, 1, __ATOMIC_RELAXED);
      unsigned char e = 0;
      if (__atomic_compare_exchange_n (&s->swapped, &e, t + 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
	__atomic_fetch_add (&s->count, 10, __ATOMIC_RELAXED);
      else if (e != 0)
	__atomic_fetch_add (&s->count, 100, __ATOMIC_RELAXED);
      unsigned short most = __atomic_load_n (&s->max, __ATOMIC_RELAXED);
      while (most < t * 300 && !__atomic_compare_exchange_n (&s->max, &most, t * 300, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
	;
      __sync_fetch_and_add (s->old, 7);
      __sync_add_and_fetch (s->old + 1, 65535);
      __sync_val_compare_and_swap (s->old + 2, 0, 9);
      if (__sync_bool_compare_and_swap (&s->taken, 0, 1))
	__atomic_fetch_add (&s->count, 1000, __ATOMIC_RELAXED);
      __atomic_clear (&s->cleared, __ATOMIC_RELAXED);
      if (!__sync_lock_test_and_set (&s->lock, 1))
	__sync_lock_release (&s->lock);
    }
}

__kernel void
beside (unsigned char *c)
{
  EACH_THREAD (t)
    {
      if (t == 0)
	__atomic_fetch_add (c, 3, __ATOMIC_RELAXED);
      if (t == 33)
	*(unsigned char *) ((unsigned long) c + 1) = 4;
    }
}

/* Does this program, run with ARGUMENT on the emulator, have a race?  */
static int
races (const char *self, const char *argument)
{
  char command[4096];
  snprintf (command, sizeof command, "PX_DEVICE=emu PXEMU_CHECK=race '%s' %s 2>&1 | grep '^pxemu: race' >/dev/null", self, argument);
  return system (command) == 0;
}

int
main (int argc, char **argv)
{
  if (argc > 1 && argv[1][0] == 'b')
    {
      unsigned char *c = t_dev (0, 8);
      LAUNCH (1, 64, beside, c);
      t_back (&c, c, 1);
      return 0;
    }
  struct s s = { .and = 255, .nand = 255, .cleared = 1, .sub = 2 * N }, *d = t_dev (&s, sizeof s);
  LAUNCH (2, N / 2, f, d);
  t_back (&s, d, sizeof s);
  for (int i = 0; i < 8; i++)
    CHECK (s.c[i] == 3 * N / 8 && (i >= 4 || s.h[i] == 1001 * N / 4));
  CHECK (s.or == 127 && s.and == 128 && s.xor == 0);
  CHECK (s.nand == 255);
  CHECK (s.a == (unsigned char) (5 * N) && s.b == (short) (-300 * N));
  CHECK (s.sub == 0 && s.sums == N * (N - 1));
  CHECK (s.set == 1 && s.swapped != 0 && s.count == 1 + 10 + 100 * (N - 1) + 1000);
  CHECK (s.max == 300 * (N - 1));
  CHECK (s.old[0] == 7 * N && s.old[1] == (unsigned short) -N && s.old[2] == 9 && s.taken == 1);
  CHECK (s.cleared == 0 && s.lock == 0);
  if (argc == 1)
    CHECK (!races (argv[0], "clean") && races (argv[0], "beside"));
  return 0;
}
