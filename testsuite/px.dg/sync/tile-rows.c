/* SPDX-License-Identifier: MIT */
/* The turns of a loop write rows of a tile, in a matrix of N columns, where N's sign is not known: N / 128, which is not 0, says that N
   is 128 or more, or -128 or less, so that the rows are apart, and no barrier is between the turns.  Numbers of a
   vector count as one write.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync} 0 } } */
#include "../aux/t.h"

enum
{
  T = 64,
  ROWS = 4,
  W = 128,
  N = 256,
  M = 32
};

#define TILE(NAME, COLUMNS, STORE) \
  __kernel __requires (grid (1), block (1), threads (T)) __where (n / W != 0, n > -4096, n < 4096) void NAME ( \
    float *c, int n) \
  { \
    int br __perspective (block, 1) = px_id (block) / (COLUMNS), \
				 bc __perspective (block, 1) = px_id (block) % (COLUMNS); \
    __partition (block, 1, float *tile = c + br * 16 * n + bc * W) __group (block, 1) \
    { \
      int t __perspective (thread, 1) = px_id (thread), r __perspective (thread, 1) = t / 16, \
				   k __perspective (thread, 1) = t % 16; \
      for (int m = 0; m < ROWS; m++) \
	for (int j = 0; j < 8; j += 4) \
	  __partition (thread, 1, float *o = tile + (r * ROWS + m) * n + k * 8 + j) STORE; \
    } \
  }

#define VECTOR \
  *(px_float4 *) o = (px_float4) \
  { \
    (float) m, (float) j, (float) t, 1 \
  }
#define NUMBERS o[0] = (float) m, o[1] = (float) j, o[2] = (float) t, o[3] = 1

TILE (vectors, n / W, VECTOR)
TILE (numbers, n / W, NUMBERS)

int
main (void)
{
  static float out[M * N], seen[M * N];
  float *d = t_dev (NULL, sizeof out);
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      {
	int t = i % 16 / ROWS * 16 + j % W / 8;
	out[i * N + j]
	  = (float[]){ (float) (i % ROWS), (float) (j % 8 / 4 * 4), (float) t, 1 }[j % 4];
      }
  for (int which = 0; which < 2; which++)
    {
      if (which == 0)
	LAUNCH (4, T, vectors, d, N);
      else
	LAUNCH (4, T, numbers, d, N);
      OK (px_copy (seen, d, sizeof seen));
      for (int i = 0; i < M * N; i++)
	CHECK (seen[i] == out[i]);
    }
  return 0;
}
