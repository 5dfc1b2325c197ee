/* SPDX-License-Identifier: MIT */
/* A ring's numbers as users write them: filled ahead by a loop of its own, counted from another
   number on, downwards, in steps of a tile or as nested loops have come; each filled and
   drained as often as there are, be that fewer than slots.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync 0} 12 } } */
#include "aux/ring.h"

KERNEL (ahead, for (int i = 0; i < S - 1; i++) if (i < n) FILL (i % S, i); EACH if (i + S - 1 < n) FILL ((i + S - 1) % S, i + S - 1);,
	EACH USE (i % S);)
KERNEL (ahead_two, for (int i = 0; i < S && i < n; i++) FILL (i, i); for (int i = S; i < n; i++) FILL (i % S, i);, EACH USE (i % S);)
KERNEL (ahead_all, for (int i = 0; i < S; i++) if (i < n) FILL (i, i); EACH if (i + S < n) FILL (i % S, i + S);, EACH USE (i % S);)
KERNEL (first, EACH FILL (i % S, i);, if (n > 0) USE (0); for (int i = 1; i < n; i++) USE (i % S);)
KERNEL (guarded, EACH FILL (i % S, i);, if (n > 0) EACH USE (i % S);)
KERNEL (longer, for (int i = 0; i < n + S - 1; i++) if (i < n) FILL (i % S, i);, EACH USE (i % S);)
KERNEL (from, for (int i = 1; i <= n; i++) FILL ((i - 1) % S, i - 1);, for (int i = S - 1; i < n + S - 1; i++) USE ((i - (S - 1)) % S);)
KERNEL (down, EACH FILL (i % S, i);, for (int i = n; i > 0; i--) USE ((n - i) % S);)
KERNEL (steps, for (int k = 0; k < n * TILE; k += TILE) FILL (k / TILE % S, k / TILE);, for (int k = 0; k < n * TILE; k += TILE) USE ((k >> 4) % S);)
KERNEL (nested, for (int k = 0; k < tiles; k++) for (int i = 0; i < each; i++) FILL ((k * each + i) % S, k * each + i);,
	for (int k = 0; k < tiles; k++) for (int i = 0; i < each; i++) USE ((i + each * k) % S);)
KERNEL (nested_on, for (int k = 0; k < tiles; k++) for (int i = 0; i < each; i++) FILL ((k * each + i) % S, k * each + i);,
	for (int k = 0; k < tiles; k++) for (int i = 0; i < each; i++) { USE (s % S); s++; })
#undef S
#define S 2
KERNEL (turns, EACH { FILL (s, i); s = 1 - s; }, EACH { USE (s); s ^= 1; })

int
main (void)
{
  start ();
  for (int n = 0; n <= N; n += n < 4 ? 1 : 4)
    {
      RUN (ahead, n);
      RUN (ahead_two, n);
      RUN (ahead_all, n);
      RUN (first, n);
      RUN (guarded, n);
      RUN (longer, n);
      RUN (from, n);
      RUN (down, n);
      RUN (steps, n);
      RUN (turns, n);
      RUN (nested, n / 2 * 2);
      RUN (nested_on, n / 2 * 2);
    }
  OK (px_free (d));
  return 0;
}
