/* SPDX-License-Identifier: MIT */
/* Slots that are counted from any constant on, up or down, and start over in any way: what they are follows from
   the values that the counter has.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync 0} 12 } } */
#include "aux/ring.h"

#define BOTH(name, code) KERNEL (name, code (FILL), code (USED))
#define USED(slot, i) USE (slot)
#define BELOW(use) s = -S; EACH { use (s + S, i); if (++s == 0) s = -S; }
#define BEFORE(use) s = -1; EACH { s++; if (s >= S) s -= S; use (s, i); }
#define BEFORE_TEST(use) s = -1; EACH { if (++s >= S) s -= S; use (s, i); }
#define BEFORE_SOME(use) s = -1; EACH if (in[i] > 30) { if (++s >= S) s -= S; use (s, i); }
#define ABOVE(use) s = 2 * S; EACH { use (s - 2 * S, i); s = s + 1 < 3 * S ? s + 1 : 2 * S; }
#define DOWN(use) s = S; EACH { use (S - s, i); if (!--s) s = S; }
#define DOWN_UNSIGNED(use) unsigned d = S - 1; EACH { use (S - 1 - d, i); if (d-- == 0) d = S - 1; }
#define NARROW(use) signed char c = -1; EACH { if (++c > S - 1) c = 0; use (c, i); }
#define TWO_STEPS(use) s = 0; EACH { use (s / 2, i); s++; s++; if (s == 2 * S) s = 0; }

/* The last slot is taken first; of three, so is it by steps of two.  */
#define TO_FIRST(use) s = S; EACH { use (s - 1, i); if (!--s) s = S; }
#define TWO_OF_THREE(use) s = 0; EACH { use (s, i); s += 2; if (s >= S) s -= S; }

/* Each branch in its own way.  */
KERNEL (both, DOWN (FILL), BELOW (USED))
BOTH (below, BELOW)
BOTH (before, BEFORE)
BOTH (before_test, BEFORE_TEST)
BOTH (above, ABOVE)
BOTH (down, DOWN)
BOTH (down_unsigned, DOWN_UNSIGNED)
BOTH (narrow, NARROW)
BOTH (to_first, TO_FIRST)
BOTH (two_of_three, TWO_OF_THREE)
KERNEL (two_ways, s = -1; EACH { if (in[0] < 1000) { s++; if (s == S) s = 0; } else s = s > S - 2 ? 0 : s + 1; FILL (s, i); }, BEFORE (USED))

/* Some of the rows only: the host's are those.  */
BOTH (before_some, BEFORE_SOME)

static void
some (int n)
{
  static int out[C];
  int *o = t_dev (0, C * sizeof *o);
  LAUNCH (1, P + C, before_some, d, o, n, 2, n / 2);
  t_back (out, o, sizeof out);
  for (int t = 0; t < C; t++)
    {
      int sum = 0;
      for (int i = 0; i < n; i++)
	if (in[i] > 30)
	  sum = sum * 3 + in[i * P + P - 1 - t];
      CHECK (out[t] == sum);
    }
}

int
main (void)
{
  start ();
  RUN (both, N);
  RUN (below, N);
  RUN (before, N);
  RUN (before_test, N);
  RUN (above, N);
  RUN (down, N);
  RUN (down_unsigned, N);
  RUN (narrow, N);
  RUN (two_ways, N);
  RUN (to_first, N);
  RUN (two_of_three, N);
  some (N);
  OK (px_free (d));
  return 0;
}
