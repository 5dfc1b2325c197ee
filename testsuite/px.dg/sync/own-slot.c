/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-final { scan-ptx-not {mul\.hi|rem\.|div\.} } } */
/* Slots are taken by the number that px keeps for the mbarriers: no counter is divided by 3.  */
#define SLOTS 3
#define FILLERS 32
#define NUMBERS(N) (N)
#define FILL \
  for (int i = 0; i < n; i++) \
    BRING (i, )
#include "../aux/bulk-roles.h"
