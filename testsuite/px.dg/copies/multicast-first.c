/* SPDX-License-Identifier: MIT */
/* The first block of a cluster brings the tiles of all: that its number is zero is no reason why the
   others' drains should never go on.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-final { scan-ptx-times {mbarrier\.try_wait} 2 } } */

#define FILLERS 64
#define S 1
#define SLOT 0
#define FILL \
  for (int i = 0; i < n; i++) \
    if (r == 0) \
      __async (int *a = x[0]) \
        px_bulk_load_multicast (a, in + (cl * n + i) * N, 4 * N, (1 << CLUSTER) - 1);
#include "aux/multicast.h"
