/* SPDX-License-Identifier: MIT */
/* IEEE double precision: the device against the host, bit for bit but the
   payload of NaNs.  */
/* { dg-do run } */
/* { dg-options "-ffp-contract=off" } */
#define IN double
#define OUT double
#define N 16
#define EVAL \
  r[0] = a + b, r[1] = a - b, r[2] = a * b, r[3] = a / b, r[4] = -a, \
  r[5] = a < b, r[6] = a <= b, r[7] = a == b, r[8] = a != b, r[9] = a > b ? a : b, \
  r[10] = !a, r[11] = a && b, r[12] = a * 3 - b, r[13] = a / 10, \
  r[14] = (float) a, r[15] = (a + b) + (a - b)
#include "aux/both.h"
#include "aux/fp-cases.h"
