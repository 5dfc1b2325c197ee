/* SPDX-License-Identifier: MIT */
/* Rings that are used where conditions that || and && join, or a switch, say so; in loops that such conditions leave;
   as often as one of two numbers says; with a slot that starts over only in turns that use it, or before the first.  */
/* { dg-do run } */
#include "aux/ring.h"

#define BOTH(name, code) KERNEL (name, code (FILL), code (USED))
#define USED(slot, i) USE (slot)
#define HALVES(use) EACH { if (i % 2 == 0 || in[i] > 50) { use (s % S, i); s++; } if (!(i % 2 == 0 || in[i] > 50)) { use (s % S, i); s++; } }
#define ANDS(use) EACH { if (i >= 2 && (i < 5 || n < 3)) { use (s % S, i); s++; } else { use (s % S, i); s++; } }
#define LABELS(use) \
  EACH \
    switch (in[i] % 8) \
      { \
      case 1: case 3 ... 6: use (s % S, i); s++; break; \
      case 2: use (s % S, i); s++; break; \
      default: { use (s % S, i); s++; } \
      }
#define LIMIT(use) int most = tiles > 1 ? n : each; for (int i = 0; i < most; i++) use (i % S, i);
#define LIMITS(use) for (int i = 0; i < (in[0] < 1000 ? n : each); i++) use (i % S, i);
#define STEPS(use) int k = 0; for (int i = 0; i < n; i++) { k += in[i] > 50 ? 1 : 2; } for (int i = 0; i < (k < 0 ? 3 : n); i++) use (i % S, i);
#define SOME(use) EACH if (in[i] >= 0) { use (s, i); if (++s == S) s = 0; }
#define SOME_OF(use) EACH { if (in[i] < 0 || n < 0) continue; use (s, i); s = s < S - 1 ? s + 1 : 0; }
#define LESS(use) EACH { use (s, i); s++; if (s >= S) s -= S; }
#define FIRST(use) s = -1; EACH { if (++s == S) s = 0; use (s, i); }
#define FIRST_OF(use) s = -1; EACH if (in[i] >= 0) { s = s < S - 1 ? s + 1 : 0; use (s, i); }
#define AND(use) EACH { if (in[i] > 1000 && n > 3) break; use (i % S, i); }
#define AND_THREE(use) EACH { if (in[i] > 1000 && (n > 3 || i > 2) && in[i + 1] > 5) break; use (i % S, i); }
#define AND_OR(use) EACH { if ((in[i] > 1000 && n > 3) || in[i] < 0) break; use (i % S, i); }
#define OR_AND(use) EACH { if ((in[i] > 1000 || n < 3) && n > 30) break; use (i % S, i); }
#define NOT_AND(use) EACH { if (!(in[i] < 1000 || n < 3)) break; use (i % S, i); }
#define FOREVER(use) for (int i = 0;; i++) { if (i >= n && in[0] >= 0) break; use (i % S, i); }
#define AT_END(use) EACH { use (i % S, i); if (i >= n - 1 && in[0] >= 0) break; }
#define TWO(use) EACH { if (in[i] > 1000 && n > 3) break; if (in[i] < 0 && n > 2) break; use (i % S, i); }

BOTH (halves, HALVES)
BOTH (ands, ANDS)
BOTH (labels, LABELS)
BOTH (limit, LIMIT)
BOTH (limits, LIMITS)
BOTH (steps, STEPS)
BOTH (some, SOME)
BOTH (some_of, SOME_OF)
BOTH (less, LESS)
BOTH (first, FIRST)
BOTH (first_of, FIRST_OF)
BOTH (and, AND)
BOTH (and_three, AND_THREE)
BOTH (and_or, AND_OR)
BOTH (or_and, OR_AND)
BOTH (not_and, NOT_AND)
BOTH (forever, FOREVER)
BOTH (at_end, AT_END)
BOTH (two, TWO)
KERNEL (mixed, LESS (FILL), FIRST (USED))

int
main (void)
{
  start ();
  for (int n = 0; n <= N; n += 4)
    {
      RUN (halves, n);
      RUN (ands, n);
      RUN (labels, n);
      RUN (limit, n);
      RUN (limits, n);
      RUN (steps, n);
      RUN (some, n);
      RUN (some_of, n);
      RUN (less, n);
      RUN (first, n);
      RUN (first_of, n);
      RUN (and, n);
      RUN (and_three, n);
      RUN (and_or, n);
      RUN (or_and, n);
      RUN (not_and, n);
      RUN (forever, n);
      RUN (at_end, n);
      RUN (two, n);
      RUN (mixed, n);
    }
  OK (px_free (d));
  return 0;
}
