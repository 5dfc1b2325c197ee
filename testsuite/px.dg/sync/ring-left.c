/* SPDX-License-Identifier: MIT */
/* Loops with rings that are left in the middle, whether anything is accessed before or not;
   assertions leave none.  */
/* { dg-do run } */
#include <assert.h>
#include "aux/ring.h"

KERNEL (left, for (int i = 0; ; i++) { if (i >= n) break; FILL (i % S, i); }, for (int i = 0; ; i++) { if (i >= n) break; USE (i % S); })
KERNEL (asserted, EACH { assert (n < 99); FILL (i % S, i); assert (i < n); }, EACH { assert (n < 99); USE (i % S); assert (i < n); })
KERNEL (middle, for (int i = 0, m = 0; ; i++) { m += in[i]; if (i >= n) break; FILL (i % S, i + (m < 0)); },
	for (int i = 0; ; i++) { __group (thread, 1) if (n > 99) sum += in[i]; if (i >= n) break; USE (i % S); })
KERNEL (limit, for (int i = 0; i < n + (in[i] < 0); i++) FILL (i % S, i);, for (int i = 0; i < n + (in[i] < 0); i++) USE (i % S);)
KERNEL (one, EACH FILL (i % S, i);, int m = 0; for (int i = 0; ; i++) { m += in[i]; if (i >= n) break; USE (i % S); } if (m < 0) __group (thread, 1) sum = m;)
KERNEL (twice_left, for (int i = 0; i < n; i++) { if (in[i] < 0) break; FILL (i % S, i); },
	for (int i = 0; i < n; i++) { if (in[i] < 0) break; USE (i % S); })
KERNEL (rows, int k = 0; for (int r = 0; r < n; r++) for (int i = in[r] - in[r]; i < 1 + in[r + 1] / 1000; i++, k++) FILL (k % S, k);,
	int k = 0; for (int r = 0; r < n; r++) for (int i = in[r] - in[r]; i < 1 + in[r + 1] / 1000; i++) { USE (k % S); k++; })
KERNEL (two_a_turn, for (int i = 0; ; i += 2) { if (in[i] < 0 || i >= n) break; FILL (i % S, i); FILL ((i + 1) % S, i + 1); },
	for (int i = 0; ; i += 2) { if (in[i] < 0 || i >= n) break; USE (i % S); USE ((i + 1) % S); })
#define BETWEEN(first, use, second) for (int i = 0, m = 0; ; i++) { m += in[i]; if (first) break; use; if (second) break; }
KERNEL (between, BETWEEN (i >= n, FILL (i % S, i), m < 0), BETWEEN (i >= n, USE (i % S), m < 0))
KERNEL (later, BETWEEN (i >= n + 2, FILL (i % S, i), m < 0 || i + 1 >= n), BETWEEN (i >= n + 2, USE (i % S), m < 0 || i + 1 >= n))
KERNEL (later_again, EACH { if (in[i] < 0) break; FILL (i % S, i); if (i + 1 >= 2 * each) break; }, EACH { if (in[i] < 0) break; USE (i % S); if (i + 1 >= 2 * each) break; })

int
main (void)
{
  start ();
  RUN (left, N);
  RUN (asserted, N);
  RUN (middle, N);
  RUN (limit, N);
  RUN (one, N);
  RUN (one, 0);
  RUN (twice_left, N);
  RUN (rows, N);
  RUN (two_a_turn, N);
  RUN (between, N);
  RUN (between, 0);
  RUN (later, N);
  RUN (later_again, N);
  OK (px_free (d));
  return 0;
}
