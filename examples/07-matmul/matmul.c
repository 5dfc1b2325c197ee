/* SPDX-License-Identifier: MIT */
/* Chapter 7.  A product of matrices: tiles in shared memory, sums in registers.

     gcc -fplugin=px -O2 matmul.c -lpx -o matmul && ./matmul

   A block computes 64 x 64 elements of C = A B.  It goes along A's rows and B's columns in
   steps of 16: its threads bring a tile of each to shared memory, then each thread multiplies
   8 elements of one with 4 of the other.  A tile that is read by all must not be overwritten
   before all have read it: the loop needs two barriers a turn, which px finds.

   That no two blocks, and no two threads, meet in C is proved, too, if C's rows are no shorter
   than a tile: px_assume says so, and the emulator checks it in each launch.  */
#include <px.h>
#include <stdio.h>

enum { TILE = 64, STEP = 16, ROWS = 8, COLS = 4, THREADS = TILE / ROWS * (TILE / COLS) };

/* C is m x n, A m x k, B k x n, row by row; m and n are multiples of TILE, k of STEP.  */
__kernel __requires (threads (THREADS)) void
matmul (int n, int k, const float *a, const float *b, float *c)
{
  px_assume (n >= TILE);
  int tile = px_id (block);
  int row = tile / (n / TILE) * TILE;
  int col = tile % (n / TILE) * TILE;
  __each (block, float *cb = c + row * n + col)
    {
      __shared float as[STEP][TILE], bs[STEP][TILE];
      int t = px_id (thread);
      int y = t / (TILE / COLS) * ROWS;
      int x = t % (TILE / COLS) * COLS;
      float sum[ROWS][COLS] __perspective (thread) = { 0 };

      for (int k0 = 0; k0 < k; k0 += STEP)
	{
	  /* A's tile lies turned in shared memory: thread T brings part of row T % TILE.  */
	  for (int i = 0; i < STEP * TILE / THREADS; i++)
	    {
	      int at = i * THREADS + t;
	      __partition (thread, float *p = &as[at / TILE][at % TILE])
		*p = a[(row + at % TILE) * k + k0 + at / TILE];
	      __partition (thread, float *p = &bs[at / TILE][at % TILE])
		*p = b[(k0 + at / TILE) * n + col + at % TILE];
	    }
	  __group (thread)
	    for (int j = 0; j < STEP; j++)
	      for (int r = 0; r < ROWS; r++)
		for (int s = 0; s < COLS; s++)
		  sum[r][s] += as[j][y + r] * bs[j][x + s];
	}

      __each (thread, float *p = cb + y * n + x)
	for (int r = 0; r < ROWS; r++)
	  for (int s = 0; s < COLS; s++)
	    p[r * n + s] = sum[r][s];
    }
}

int
main (void)
{
  enum { M = 128, N = 192, K = 80 };
  static float a[M][K], b[K][N], c[M][N];
  for (int i = 0; i < M; i++)
    for (int j = 0; j < K; j++)
      a[i][j] = (i * 7 + j * 3) % 11 - 5;
  for (int i = 0; i < K; i++)
    for (int j = 0; j < N; j++)
      b[i][j] = (i * 5 + j * 13) % 17 - 8;

  float *da = px_alloc (sizeof a), *db = px_alloc (sizeof b), *dc = px_alloc (sizeof c);
  if (px_check (px_last_status ())
      || px_check (px_copy (da, a, sizeof a))
      || px_check (px_copy (db, b, sizeof b))
      || px_check (px_launch (px_grid (M / TILE * (N / TILE), THREADS), matmul, N, K, da, db, dc))
      || px_check (px_copy (c, dc, sizeof c)))
    return 1;
  px_free (da);
  px_free (db);
  px_free (dc);

  printf ("%d x %d = %d x %d by %d x %d\n", M, N, M, K, K, N);
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      {
	float want = 0;
	for (int l = 0; l < K; l++)
	  want += a[i][l] * b[l][j];
	if (c[i][j] != want)
	  {
	    printf ("wrong: c[%d][%d] is %g, plain C gives %g\n", i, j, c[i][j], want);
	    return 1;
	  }
      }
  puts ("correct: the same as plain C");
  return 0;
}
