/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-final { scan-ptx-times {elect\.sync} 1 } } */
/* { dg-final { scan-ptx-not {@%px[ep]\s+(cp\.async\.bulk|mbarrier\.arrive\.expect_tx)} } } */
/* Where a loop has stores of all threads, too, one thread executes what stands between them.  */
#define FILLERS 64
#define NUMBERS(N) (N)
#define FILL \
  for (int i = 0; i < n; i++) \
    { \
      BRING (i, ) \
      WRITE (i); \
    }
#define LOGGED (K - 1)
#include "../aux/bulk-roles.h"
