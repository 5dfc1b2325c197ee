/* SPDX-License-Identifier: MIT */
/* Counters, slots and limits of other types than int, where no conversion changes what counts.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {mbarrier\.test_wait\.parity} 16 } } */
#include "aux/ring.h"

KERNEL (no_sign, unsigned m = n; for (unsigned i = 0; i < m; i++) FILL (i % S, i);, unsigned m = n; for (unsigned k = 0; k < m; k++) USE (k % S);)
KERNEL (same_sign, for (unsigned i = 0; i < n; i++) FILL (i % S, i);, for (unsigned i = 0; i < n; i++) USE (i % S);)
KERNEL (above_zero, if (n > 0) for (unsigned i = 0; i < n; i++) FILL (i % S, i);, EACH USE (i % S);)
KERNEL (wide, for (long i = 0; i < n; i++) FILL (i % S, i);, EACH USE (i % S);)
KERNEL (wide_slot, EACH FILL ((long) i % S, i);, EACH USE ((unsigned) i % S);)
KERNEL (narrow_around, signed char c = 0; EACH { FILL (c, i); c = c == S - 1 ? 0 : c + 1; }, unsigned char c = 0; EACH { USE (c); if (++c == S) c = 0; })
KERNEL (one_narrow, signed char m = n; for (int i = 0; i < m; i++) FILL (i % S, i);, signed char k = n; for (int i = 0; i < k; i++) USE (i % S);)
KERNEL (from_before, int k = -3; EACH { k++; FILL ((k + 2) % S, i); }, EACH USE (i % S);)

int
main (void)
{
  start ();
  RUN (no_sign, N);
  RUN (same_sign, N);
  RUN (above_zero, N);
  RUN (above_zero, 0);
  RUN (wide, N);
  RUN (wide_slot, N);
  RUN (narrow_around, N);
  RUN (one_narrow, N);
  RUN (from_before, N);
  OK (px_free (d));
  return 0;
}
