/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-final { scan-ptx {shl\.b32\s+%\w+, %\w+, %\w+} } } */
/* From slot 1 on, the phase is none that changes after the last slot.  */
#define SLOTS 3
#define FIRST 1
#define FILLERS 32
#define NUMBERS(N) (N)
#define FILL \
  for (int i = 0; i < n; i++) \
    BRING (i, )
#include "../aux/bulk-roles.h"
