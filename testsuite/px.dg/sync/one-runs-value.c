/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-final { scan-ptx-times {elect\.sync} 1 } } */
/* A loop whose number of turns is used behind it is executed by all; what each turn waits for and copies, by one.  */
#define FILLERS 64
#define NUMBERS(N) (N)
#define FILL \
  int i; \
  for (i = 0; i < n; i++) \
    BRING (i, ) \
  WRITE (i);
#define LOGGED K
#include "../aux/bulk-roles.h"
