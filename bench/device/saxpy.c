/* SPDX-License-Identifier: MIT */
/* y = a x + y: the bandwidth of memory.  */
/* { dg-do run } */
#include "bench.h"

__kernel __requires (grid (1), block (1), threads (256)) void
saxpy (int n, float a, const float *x, float *y)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, float *own = y + t)
    __group (thread, 1)
      if (t < n)
	*own += a * x[t];
}

int
main (void)
{
  int n = scaled (1 << 26, 1 << 12);
  float ms[TIMES], first = 0;
  float *x = allocate (n * sizeof (float)), *y = allocate (n * sizeof (float));
  float one = 1;
  uint32_t bits;
  memcpy (&bits, &one, sizeof bits);
  MUST (px_memset32 (x, bits, n));
  MUST (px_memset (y, 0, n * sizeof (float)));
  MEASURE (ms, MUST (px_launch (px_grid (n / 256, 256), saxpy, n, 1.0f, x, y)));
  MUST (px_copy (&first, y + n / 2, sizeof first));
  report ("saxpy", ms, 3.0 * sizeof (float) * n / 1e9, "GB/s");
  return first != TIMES + WARM;
}
