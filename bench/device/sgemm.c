/* SPDX-License-Identifier: MIT */
/* C = A B by tiles of 16 in shared memory: floating point without matrix instructions.  */
/* { dg-do run } */
#include "bench.h"

enum { B = 16 };
__kernel __requires (grid (1), block (1), threads (B * B), smem (2 * B * B * 4)) void
sgemm (const float *X, const float *Y, float *Z, int n)
{
  int across = n / B;
  int br __perspective (block, 1) = px_id (block) / across, bc __perspective (block, 1) = px_id (block) % across;
  __partition (block, 1, float *tile = Z + br * B * n + bc * B)
    __group (block, 1) {
      __shared float xs[B][B];
      __shared float ys[B][B];
      int t __perspective (thread, 1) = px_id (thread);
      int r __perspective (thread, 1) = t / B, c __perspective (thread, 1) = t % B;
      float sum __perspective (thread, 1) = 0;
      for (int k = 0; k < n; k += B) {
	__partition (thread, 1, float *x = &xs[r][c])
	  __partition (thread, 1, float *y = &ys[r][c])
	    __group (thread, 1) {
	      *x = X[(br * B + r) * n + k + c];
	      *y = Y[(k + r) * n + bc * B + c];
	    }
	for (int i = 0; i < B; i++)
	  sum += xs[r][i] * ys[i][c];
      }
      __partition (thread, 1, float *o = tile + r * n + c)
	__group (thread, 1) *o = sum;
    }
}

int
main (void)
{
  int n = scaled (4096, 64);
  size_t bytes = sizeof (float) * n * n;
  float ms[TIMES], got = 0, one = 1;
  uint32_t bits;
  memcpy (&bits, &one, sizeof bits);
  float *x = allocate (bytes), *y = allocate (bytes), *z = allocate (bytes);
  MUST (px_memset32 (x, bits, (size_t) n * n));
  MUST (px_memset32 (y, bits, (size_t) n * n));
  MEASURE (ms, MUST (px_launch (px_grid (n / B * (n / B), B * B), sgemm, x, y, z, n)));
  MUST (px_copy (&got, z + (size_t) n * n - 1, sizeof got));
  report ("sgemm", ms, 2.0 * n * n * n / 1e9, "GFLOP/s");
  return got != n;
}
