/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
/* { dg-final { scan-ptx-not {elect\.sync} } } */
/* The first of 16 threads is not the first of a warp.  */
#define PRODUCT
#define FILLERS 16
#define NUMBERS(N) (N)
#define FILL \
  for (int i = 0; i < n; i++) \
    BRING (i, )
#include "../aux/bulk-roles.h"
