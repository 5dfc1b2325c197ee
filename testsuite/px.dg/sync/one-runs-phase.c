/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-final { scan-ptx-not {elect\.sync} } } */
/* In the second loop what a turn loads between its copies is used by all threads behind them, so all execute them, and
   need the phases and slots of the first.  */
#define FILLERS 64
#define NUMBERS(N) (2 * (N))
#define FILL \
  int i = 0; \
  for (int k = 0; k < n; k++, i++) \
    BRING (i, ) \
  for (int k = 0; k < n; k++, i++) \
    { \
      int v; \
      BRING (i, v = in[i]) \
      WRITE (v); \
    }
#define LOGGED ((2 * K - 1) * 7)
#include "../aux/bulk-roles.h"
