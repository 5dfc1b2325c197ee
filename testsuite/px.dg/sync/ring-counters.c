/* SPDX-License-Identifier: MIT */
/* How a ring's numbers are counted: by counters that go around, on over an outer loop's
   turns, in a loop with a pragma, in one that each thread runs.  A full and an empty wait each.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-without=unroll" } */
/* { dg-final { scan-ptx-times {bar\.sync 0} 6 } } */
/* { dg-final { scan-ptx-times {mbarrier\.test_wait\.parity} 12 } } */
#include "aux/ring.h"

KERNEL (around, EACH { FILL (s, i); if (++s == S) s = 0; }, EACH { USE (s); s = (s + 1) % S; })
KERNEL (around_again, for (int k = 0; k < 3; k++) for (int j = 0; j < n / 3; j++) { FILL (s, k * (n / 3) + j); s = s < S - 1 ? s + 1 : 0; },
	for (int k = 0; k < 3; k++) for (int j = 0; j < n / 3; j++) { USE (s); s = s == S - 1 ? 0 : s + 1; })
KERNEL (one_of_each, EACH { FILL (s, i); s = s >= S - 1 ? 0 : s + 1; }, EACH USE (i % S);)
KERNEL (goes_on, int i = 0; for (int k = 0; k < 3; k++) for (int end = i + n / 3; i < end; i++) FILL (i % S, i);,
	int i = 0; for (int k = 0; k < 3; k++) for (int end = i + n / 3; i < end; i++) USE (i % S);)
KERNEL (pragma, _Pragma ("GCC unroll 2") EACH FILL (i % S, i);, EACH USE (i % S);)
KERNEL (alone, EACH FILL (i % S, i);, __group (thread, 1) { EACH sum = sum * 3 + x[i % S][P - 1 - t]; if (n == 99) sum++; })

int
main (void)
{
  start ();
  RUN (around, N);
  RUN (around_again, N);
  RUN (one_of_each, N);
  RUN (goes_on, N);
  RUN (pragma, N);
  RUN (alone, N);
  OK (px_free (d));
  return 0;
}
