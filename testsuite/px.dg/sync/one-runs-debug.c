/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90 -fplugin-arg-px-debug" } */
/* { dg-final { scan-ptx-not {elect\.sync} } } */
/* To be debugged, the branch of one-runs.c is executed by all of its threads.  */
#define FILLERS 64
#define NUMBERS(N) (N)
#define FILL \
  int i = 0; \
  for (int k = 0; k < n; k++, i++) \
    BRING (i, )
#include "../aux/bulk-roles.h"
