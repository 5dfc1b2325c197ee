/* SPDX-License-Identifier: MIT */
/* px's expf and logf stay within 1 ulp for finite numbers under -ffast-math.  */
/* { dg-do run } */
/* { dg-additional-options "-ffast-math" } */
#define FINITE 1
#include "own-math.c"
