/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-final { scan-ptx {mul\.hi|rem\.} } } */
/* The index of the second tile of a turn is made before the first is brought, where px's number is that of the
   first.  */
#define SLOTS 3
#define FILLERS 32
#define NUMBERS(N) (2 * (N))
#define TAKE(I, SLOT) \
  __async (int *a = x[SLOT]) \
    px_bulk_load (a, in + (b * NUMBERS (n) + (I)) * N, 4 * N);
#define FILL \
  int i = 0; \
  for (int k = 0; k < n; k++, i += 2) \
    { \
      int first = i % S, second = (i + 1) % S; \
      TAKE (i, first) \
      TAKE (i + 1, second) \
    }
#include "../aux/bulk-roles.h"
