/* SPDX-License-Identifier: MIT */
/* One block of a cluster of four brings the tiles of all: it alone waits for the empty
   barrier, at which the consumers of every block arrive.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-final { scan-ptx-not {bar\.sync} } } */
/* { dg-final { scan-ptx-times {mbarrier\.try_wait} 2 } } */

#define FILL \
  if (r == 1) \
    for (int i = 0; i < n; i++) \
      __async (int *a = x[i % S]) \
        px_bulk_load_multicast (a, in + (cl * n + i) * N, 4 * N, (1 << CLUSTER) - 1);
#include "aux/multicast.h"
