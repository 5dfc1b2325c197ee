/* SPDX-License-Identifier: MIT */
/* Loops with rings that are left in the middle: where nothing is accessed before, and
   assertions leave none.  */
/* { dg-do run } */
#include <assert.h>
#include "aux/ring.h"

KERNEL (left, for (int i = 0; ; i++) { if (i >= n) break; FILL (i % S, i); }, for (int i = 0; ; i++) { if (i >= n) break; USE (i % S); })
KERNEL (asserted, EACH { assert (n < 99); FILL (i % S, i); assert (i < n); }, EACH { assert (n < 99); USE (i % S); assert (i < n); })

int
main (void)
{
  start ();
  RUN (left, N);
  RUN (asserted, N);
  OK (px_free (d));
  return 0;
}
