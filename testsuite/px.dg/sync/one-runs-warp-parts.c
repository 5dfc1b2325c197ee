/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
/* { dg-final { scan-ptx-times {elect\.sync _\|%px\w+, -1} 6 } } */
/* { dg-final { scan-ptx-not {@%px[ep]\s+(cp\.async\.bulk|mbarrier\.arrive\.expect_tx)} } } */
/* Arms of a condition have their own election, and so has a wait that is the last of its block: the elected
   thread alone may go on, and begin phases.  */
#define PRODUCT
#define FILLERS 64
#define NUMBERS(N) (2 * (N))
#define FILL \
  int i = 0; \
  for (int t = 0; t < 2; t++) \
    for (int k = 0; k < n; k++, i++) \
      if (t) \
	BRING (i, ) \
      else \
	BRING (i, )
#include "../aux/bulk-roles.h"
