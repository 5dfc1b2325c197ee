/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
/* { dg-final { scan-ptx-not {mul\.hi|rem\.|div\.} } } */
/* { dg-final { scan-ptx-times {elect\.sync _\|%px\w+, -1} 1 } } */
/* Slots are taken by px's own number also where a warp fills them, and elects who copies.  */
#define PRODUCT
#define SLOTS 3
#define FILLERS 32
#define NUMBERS(N) (N)
#define FILL \
  for (int i = 0; i < n; i++) \
    BRING (i, )
#include "../aux/bulk-roles.h"
