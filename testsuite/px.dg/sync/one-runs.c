/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-final { scan-ptx-times {elect\.sync} 1 } } */
/* { dg-final { scan-ptx-not {@%px[ep]\s+(cp\.async\.bulk|mbarrier\.arrive\.expect_tx)} } } */
/* All that has an effect in a branch is one thread's, copies in a loop of loops and behind it.  That thread alone
   executes it, and tests once that it is the one.  */
#define FILLERS 64
#define NUMBERS(N) (3 * (N))
#define FILL \
  int i = 0; \
  for (int t = 0; t < 2; t++) \
    for (int k = 0; k < n; k++, i++) \
      BRING (i, ) \
  for (int k = 0; k < n; k++, i++) \
    BRING (i, )
#include "../aux/bulk-roles.h"
