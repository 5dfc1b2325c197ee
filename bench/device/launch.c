/* SPDX-License-Identifier: MIT */
/* What a launch of a kernel that does nothing costs, in a row of many.  */
/* { dg-do run } */
#include "bench.h"

__kernel __requires (grid (1), block (1), threads (32)) void
nothing (void)
{
}

int
main (void)
{
  int n = scaled (1000, 10);
  float ms[TIMES];
  MEASURE (ms, for (int i = 0; i < n; i++) MUST (px_launch (px_grid (1, 32), nothing)));
  report ("launch", ms, n / 1e6, "million/s");
  return 0;
}
