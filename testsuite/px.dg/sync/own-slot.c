/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-final { scan-ptx-not {mul\.hi|rem\.|div\.} } } */
/* { dg-final { scan-ptx-not {shl\.b32\s+%\w+, %\w+, %\w+} } } */
/* Slots are taken by the number that px keeps for the mbarriers: no counter is divided by 3.  They are taken in turn
   from 0 on, once in the kernel: a branch has one phase, which changes after the last slot, and none for each.  */
#define SLOTS 3
#define FILLERS 32
#define NUMBERS(N) (N)
#define FILL \
  for (int i = 0; i < n; i++) \
    BRING (i, )
#include "../aux/bulk-roles.h"
