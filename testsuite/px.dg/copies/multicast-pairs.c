/* SPDX-License-Identifier: MIT */
/* Pairs of blocks of a cluster of four bring halves of a tile to each other: the blocks
   that a copy goes to depend on the block that issues it, so who issues it expects its bytes
   there.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-final { scan-ptx-not {bar\.sync} } } */
/* { dg-final { scan-ptx-not {arrive\.expect_tx} } } */

#define FILL \
  for (int i = 0; i < n; i++) \
    __async (int *a = x[i % S]) \
      if (r % 2 == 0) \
        px_bulk_load_multicast (a, in + (cl * n + i) * N, 4 * PART * 2, 3 << r); \
      else \
        px_bulk_load_multicast (a + 2 * PART, in + (cl * n + i) * N + 2 * PART, 4 * PART * 2, 3 << (r - 1));
#include "aux/multicast.h"
