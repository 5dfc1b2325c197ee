/* SPDX-License-Identifier: MIT */
/* Each block of a cluster brings its part of a tile and multicasts it to all: each block
   expects the bytes of all parts at its own full barrier, the consumers of every block, which
   are threads, arrive at the empty barriers of all, one thread at each, with the cluster's scope;
   one barrier of the cluster after px's mbarriers are set up, one before a block ends.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-final { scan-ptx-not {bar\.sync} } } */
/* { dg-final { scan-ptx-times {barrier\.cluster\.arrive} 2 } } */
/* { dg-final { scan-ptx-times {mapa} 1 } } */
/* { dg-final { scan-ptx-times {mbarrier\.arrive\.expect_tx} 1 } } */
/* { dg-final { scan-ptx-times {arrive\.release\.cluster\.shared::cluster} 1 } } */
/* { dg-final { scan-ptx-times {try_wait\.parity\.acquire\.cluster} 2 } } */

#define CLUSTER 2
#define FILL \
  for (int i = 0; i < n; i++) \
    __async (int *a = x[i % S]) \
      px_bulk_load_multicast (a + r * PART, in + (cl * n + i) * N + r * PART, 4 * PART, (1 << CLUSTER) - 1);
#include "aux/multicast.h"
