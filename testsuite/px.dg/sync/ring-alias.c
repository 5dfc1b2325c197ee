/* SPDX-License-Identifier: MIT */
/* A ring by a pointer to its slots.  */
/* { dg-do run } */
#include "aux/ring.h"

#define FILL_AT(p, slot, i) \
  __partition (thread, 1, int *w = p[slot] + t) \
    __group (thread, 1) *w = in[(i) * P + t]
#define USE_AT(p, slot) __group (thread, 1) sum = sum * 3 + p[slot][P - 1 - t]

KERNEL (fills, int (*s1)[P] = x; EACH FILL_AT (s1, i % S, i);, EACH USE (i % S);)
KERNEL (drains, EACH FILL (i % S, i);, int (*s1)[P] = x; EACH USE_AT (s1, i % S);)
KERNEL (both, int (*s1)[P] = x; EACH FILL_AT (s1, i % S, i);, int (*s2)[P] = x; EACH { USE_AT (s2, s); s = s == S - 1 ? 0 : s + 1; })

int
main (void)
{
  start ();
  for (int n = -1; n < N; n++)
    {
      RUN (fills, n);
      RUN (drains, n);
      RUN (both, n);
    }
  OK (px_free (d));
  return 0;
}
