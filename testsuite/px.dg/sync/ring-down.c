/* SPDX-License-Identifier: MIT */
/* Rings whose slots are taken from the last to the first, by a remainder or by a counter that goes down and around.  */
/* { dg-do run } */
#define SLOTS 4
#include "aux/ring.h"

#define BOTH(name, loop, slot) \
  KERNEL (name, loop { FILL (slot, i); AFTER }, loop { USE (slot); AFTER })
#define AFTER
BOTH (rest, EACH, S - 1 - i % S)
BOTH (bits, EACH, (S - 1) - (i & (S - 1)))
BOTH (words, for (unsigned i = 0; i < (unsigned) n; i++), S - 1 - i % S)
BOTH (negated, EACH, (S - i % S) % S)
BOTH (flipped, EACH, (i % S) ^ (S - 1))
BOTH (chunks, for (int c = 0; c < n; c += 3) for (int i = c; i < c + 3 && i < n; i++), S - 1 - i % S)
#undef AFTER
#define AFTER s = s ? s - 1 : S - 1;
BOTH (counter, EACH, s)
#undef AFTER
#define AFTER if (--s < 0) s = S - 1;
BOTH (below, s = S - 1; EACH, s)
/* Two a turn, and two ways to the same slots.  */
KERNEL (two, for (int i = 0; i + 1 < 2 * n; i += 2) { FILL (S - 1 - i % S, i); FILL (S - 1 - (i + 1) % S, i + 1); },
	for (int i = 0; i + 1 < 2 * n; i += 2) { USE (S - 1 - i % S); USE (S - 1 - (i + 1) % S); })
KERNEL (ways, EACH FILL (S - 1 - i % S, i);, s = S - 1; EACH { USE (s); s = s ? s - 1 : S - 1; })

int
main (void)
{
  start ();
  for (int n = 0; n < N; n++)
    {
      RUN (rest, n);
      RUN (bits, n);
      RUN (words, n);
      RUN (negated, n);
      RUN (flipped, n);
      RUN (chunks, n);
      RUN (counter, n);
      RUN (below, n);
      RUN (ways, n);
    }
  for (int n = 0; n <= N / 2; n++)
    {
      int *o = t_dev (0, C * sizeof *o);
      LAUNCH (1, P + C, two, d, o, n, 2, n / 2);
      check (o, 2 * n);
    }
  OK (px_free (d));
  return 0;
}
