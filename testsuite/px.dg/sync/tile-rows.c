/* SPDX-License-Identifier: MIT */
/* The turns of a loop write rows of a tile, in a matrix of N columns, where N's sign is not known: N / 128, which is not 0,
   says that N is 128 or more, or -128 or less, so that the rows are apart, and no barrier is between the turns.
   Numbers of a vector count as one write.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync} 0 } } */
#include "aux/tile-rows.h"

#define FACTS __where (n / W != 0, n > -4096, n < 4096)
enum { N = 256, M = 32 };

TILE (vectors, FACTS, n / W, VECTOR)
TILE (numbers, FACTS, n / W, NUMBERS)

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
