/* SPDX-License-Identifier: MIT */
/* Atomics that leave something else in another order are ordered as the code has them; those
   that commute are not.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync|barrier\.sync} 6 } } */
#include "../aux/t.h"

enum { T = 128, N = 16 };

/* Those behind one another in __group (thread, 1) are each thread's: no barrier.  */
__kernel __requires (grid (1), block (1), threads (T)) void
f (int *out)
{
  int t __perspective (thread, 1) = px_id (thread);
  /* A maximum, then an exchange: one barrier.  */
  __group (thread, 1)
    px_atomic_max (&out[t % N], t);
  __group (thread, 1)
    if (t < N)
      px_atomic_exchange (&out[(t + 5) % N], 1000 + t);
  /* Additions and subtractions: one barrier ahead of them, none between.  */
  __group (thread, 1)
    px_atomic_add (&out[(t + 1) % N], 1);
  __group (thread, 1)
    px_atomic_add (&out[(t + 2) % N], -3);
  /* A multiplication by hand, which tells what was there: one.  */
  __group (thread, 1)
    if (t < N)
      {
	int seen = px_atomic_load (&out[t]), old;
	while ((old = px_atomic_cas (&out[t], seen, 3 * seen)) != seen)
	  seen = old;
      }
  /* Bits in and out: one for each.  */
  __group (thread, 1)
    px_atomic_or (&out[(t + 3) % N], 0x10000);
  __group (thread, 1)
    px_atomic_and (&out[(t + 4) % N], ~3);
  /* Turns of a loop: one in each.  */
  for (int i = 0; i < 2; i++)
    __group (thread, 1)
      if (t < N && t % 2)
	px_atomic_exchange (&out[(t + 3 * i) % N], 100 * i + t);
}

int
main (void)
{
  int out[N] = { 0 }, want[N] = { 0 };
  for (int t = 0; t < T; t++)
    want[t % N] = t;
  for (int t = 0; t < N; t++)
    want[(t + 5) % N] = 1000 + t;
  for (int i = 0; i < N; i++)
    want[i] = (((want[i] - 2 * T / N) * 3) | 0x10000) & ~3;
  for (int i = 0; i < 2; i++)
    for (int t = 1; t < N; t += 2)
      want[(t + 3 * i) % N] = 100 * i + t;
  int *d = t_dev (0, sizeof out);
  LAUNCH (1, T, f, d);
  t_back (out, d, sizeof out);
  for (int i = 0; i < N; i++)
    CHECK (out[i] == want[i]);
  return 0;
}
