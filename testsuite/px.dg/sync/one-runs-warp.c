/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
/* { dg-final { scan-ptx-times {elect\.sync _\|%px\w+, -1} 2 } } */
/* { dg-final { scan-ptx-not {@%px[ep]\s+(cp\.async\.bulk|mbarrier\.arrive\.expect_tx)} } } */
/* Beside wgmma the whole warp of the one thread executes its loops and waits, and elects it for what follows each
   other.  The outer loop becomes straight code.  */
#define PRODUCT
#define FILLERS 64
#define NUMBERS(N) (2 * (N))
#define FILL \
  int i = 0; \
  for (int t = 0; t < 2; t++) \
    for (int k = 0; k < n; k++, i++) \
      BRING (i, )
#include "../aux/bulk-roles.h"
