/* SPDX-License-Identifier: MIT */
/* Slots by counters of 8 and 16 bits: these wrap around where four slots do, so that the slot is that
   of the number, also beyond 256; by a mask that of signed ones, too.  Numbers from a multiple of the
   slots on are those from 0 on, and a signed counter that goes on while it is not its limit counts up
   to it.  */
/* { dg-do run } */
#include "aux/ring.h"
#undef S
#define S 4
enum { TURNS = 600 };
#define ROW(slot) FILL (slot, i % N)

KERNEL (each_turn, EACH { unsigned char c = i; ROW (c % S); }, EACH { unsigned char c = i; USE (c % S); })
KERNEL (counts, unsigned char c = 0; EACH { ROW (c % S); c++; }, unsigned char c = 0; EACH { USE (c % S); c++; })
KERNEL (by_mask, unsigned char c = 0; EACH { ROW (c & 3); c++; }, EACH USE (i & 3);)
KERNEL (sign_mask, signed char c = 0; EACH { ROW (c & 3); c++; }, EACH { signed char c = i; USE (c & 3); })
KERNEL (below_mask, int k = -4; EACH { ROW (k & 3); k++; }, EACH USE (i % S);)
KERNEL (one_wide, unsigned short c = 0; EACH { ROW (c % S); c++; }, unsigned long k = 0; EACH { USE (k % S); k++; })
KERNEL (not_equal, for (int i = 0; i != n; i++) ROW (i % S);, for (int k = 0; n != k; ++k) USE (k % S);)
KERNEL (not_less, for (int i = 0; i != n; i++) ROW (i % S);, EACH USE (i % S);)
KERNEL (ahead, EACH ROW ((i + S) % S);, EACH USE (i % S);)
KERNEL (both_ahead, EACH ROW ((i + 2 * S) % S);, for (int k = S; k < n + S; k++) USE (k % S);)

#undef RUN
#define RUN(name, n) do { int *o = t_dev (0, C * sizeof *o); LAUNCH (1, P + C, name, d, o, n, 2, n / 2); compare (o, n); } while (0)

static void
compare (int *o, int n)
{
  static int out[C];
  t_back (out, o, sizeof out);
  for (int t = 0; t < C; t++)
    {
      unsigned sum = 0;
      for (int i = 0; i < n; i++)
	sum = sum * 3 + in[i % N * P + P - 1 - t];
      CHECK (out[t] == (int) sum);
    }
}

int
main (void)
{
  start ();
  (void) check;
  RUN (each_turn, TURNS);
  RUN (counts, TURNS);
  RUN (by_mask, TURNS);
  RUN (sign_mask, TURNS);
  RUN (below_mask, TURNS);
  RUN (one_wide, TURNS);
  RUN (not_equal, TURNS);
  RUN (not_equal, 0);
  RUN (not_less, N);
  RUN (ahead, N);
  RUN (both_ahead, N);
  OK (px_free (d));
  return 0;
}
