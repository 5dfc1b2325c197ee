/* SPDX-License-Identifier: MIT */
/* Counts that several conditions choose, joined by && and ||, and loops that end where a loop in them has ended.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync 0} 10 } } */
#include "aux/ring.h"

#define BOTH(name, code) KERNEL (name, code (FILL), code (USED))
#define USED(slot, i) USE (slot)
#define EACH_OF(m, use) for (int i = 0; i < m; i++) use (i % S, i);
#define AND(use) int m = in[0] < 1000 && n > 3 ? n : each; EACH_OF (m, use)
#define OR(use) int m = n; if (in[0] > 1000 || tiles > 3) m = each; EACH_OF (m, use)
#define LADDER(use) int m; if (n < 3) m = 2; else if (in[1] > 1000 || (n > 40 && each > 2)) m = each; else m = n; EACH_OF (m, use)
BOTH (and, AND)
BOTH (or, OR)
BOTH (ladder, LADDER)

/* Three at once, as long as there are three.  */
#define THREES(use) for (int j = 0; j < n; ) { int k; for (k = 0; k < 3 && j < n; k++, j++) use (j % S, j); if (k < 3) break; }
#define THREES_LEFT(use) for (int j = 0; ; ) { int k; for (k = 0; k < 3; k++) { if (j >= n) break; use (j % S, j); j++; } if (k < 3) break; }
#define THREES_TESTED(use) for (int j = 0, k = 3; k == 3; ) for (k = 0; k < 3 && j < n; k++) { use (j % S, j); j++; }
BOTH (threes, THREES)
BOTH (threes_left, THREES_LEFT)
BOTH (threes_tested, THREES_TESTED)

/* The smaller of two limits, whoever says so.  */
#define SMALLER(use) for (int i = 0; i < n && i < 2 * each; i++) use (i % S, i);
#define SMALLER_OR(use) for (int i = 0;; i++) { if (i >= n || i >= 2 * each) break; use (i % S, i); }
#define SMALLER_LEFT(use) for (int i = 0; i < 2 * each; i++) { if (i >= n) break; use (i % S, i); }
#define SMALLER_FIRST(use) int m = n < 2 * each ? n : 2 * each; EACH_OF (m, use)
KERNEL (smaller_or, SMALLER (FILL), SMALLER_OR (USED))
KERNEL (smaller_left, SMALLER_OR (FILL), SMALLER_LEFT (USED))
KERNEL (smaller_first, SMALLER_FIRST (FILL), SMALLER (USED))
/* One limit asks for the counter of the loop around.  */
#define AROUND(use) for (int o = 0; o < n; o++) for (int k = 0; o < n - 1 && k < 1; k++) { use (s, o); if (++s == S) s = 0; } for (int k = 0; n > 0 && k < 1; k++) { use (s, n - 1); if (++s == S) s = 0; }
BOTH (around, AROUND)

int
main (void)
{
  start ();
  for (int n = 4; n <= N; n += 2)
    {
      RUN (smaller_or, n);
      RUN (smaller_left, n);
      RUN (smaller_first, n);
    }
  for (int n = 4; n <= N; n++)
    {
      RUN (and, n);
      RUN (or, n);
      RUN (ladder, n);
      RUN (around, n);
      RUN (threes, n);
      RUN (threes_left, n);
      RUN (threes_tested, n);
    }
  OK (px_free (d));
  return 0;
}
