/* SPDX-License-Identifier: MIT */
/* The slot is of how far a counter has gone down from where it began.  */
/* { dg-do run } */
#include "aux/ring.h"

KERNEL (drains, EACH FILL (i % S, i);, for (int i = n; i-- > 0;) USE ((n - 1 - i) % S);)
KERNEL (fills, for (int i = n; i-- > 0;) FILL ((n - 1 - i) % S, n - 1 - i);, EACH USE (i % S);)
KERNEL (both, for (int i = n; i > 0; i--) FILL ((n - i) % S, n - i);, for (int i = n; i > 0; i--) USE ((n - i) % S);)
KERNEL (to_zero, for (int i = n - 1; i >= 0; i--) FILL ((n - 1 - i) % S, n - 1 - i);,
	for (int i = n - 1; i >= 0; i--) USE ((n - 1 - i) % S);)

int
main (void)
{
  start ();
  for (int n = -1; n < N; n++)
    {
      RUN (drains, n);
      RUN (fills, n);
      RUN (both, n);
      RUN (to_zero, n);
    }
  OK (px_free (d));
  return 0;
}
