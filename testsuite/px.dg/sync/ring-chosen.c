/* SPDX-License-Identifier: MIT */
/* Counts that several conditions choose, joined by && and ||, and loops that end where a loop in them has ended.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync 0} 6 } } */
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

int
main (void)
{
  start ();
  for (int n = 4; n <= N; n++)
    {
      RUN (and, n);
      RUN (or, n);
      RUN (ladder, n);
      RUN (threes, n);
      RUN (threes_left, n);
      RUN (threes_tested, n);
    }
  OK (px_free (d));
  return 0;
}
