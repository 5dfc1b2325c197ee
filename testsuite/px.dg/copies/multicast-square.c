/* SPDX-License-Identifier: MIT */
/* A cluster of two rows of two blocks: each block brings half of a tile to its row and a quarter
   of another one to its column.  Which blocks these are depends on the block's number, but it is
   known, and all get equally much: each block expects what it gets at its own full barrier, with one
   arrival, and no block does so for another.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-final { scan-ptx-not {bar\.sync} } } */
/* { dg-final { scan-ptx-times {mbarrier\.arrive\.expect_tx\.shared\.b64 _, \[%pxa\], 512;} 1 } } */
/* { dg-final { scan-ptx-times {expect_tx} 1 } } */

#define FILL \
  for (int i = 0; i < n; i++) \
    __async (int *a = x[i % S]) \
      { \
        px_bulk_load_multicast (a + (r & 1) * PART, in + (cl * n + i) * N + (r & 1) * PART, 4 * PART, 3 << (r & 2)); \
        px_bulk_load_multicast (a + (2 + (r >> 1)) * PART, in + (cl * n + i) * N + (2 + (r >> 1)) * PART, 4 * PART, 5 << (r % 2)); \
      }
#include "aux/multicast.h"
