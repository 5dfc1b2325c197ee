/* SPDX-License-Identifier: MIT */
/* Chapter 9.  A pipeline: some warps bring data while others compute (sm_90a: Hopper).

     gcc -fplugin=px -fplugin-arg-px-arch=sm_90a -O2 pipeline.c -lpx -o pipeline && ./pipeline

   In chapter 8 a block's threads bring tiles, wait, multiply, wait.  Here its threads have
   roles: __split gives 128 of them to bringing tiles and 256 to multiplying.  Between them is
   a ring: `__shared __slots (S) T x[S]' has S slots, and step I uses slot I % S.  One role fills
   the slots, ahead of the other, which drains them.  px checks that both take the slots in
   step, and makes the rest: an mbarrier that says that a slot is full and one that it is
   empty, the bytes that each copy is to bring, and what wgmma has to wait for.

   The tiles come by tensor copies, which the copy engine makes by itself from a px_tensor_map
   of the whole matrix, and wgmma, of a warpgroup's 128 threads, reads them where they are.  */
#include <px.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 128, COLS = 256, STEP = 64, S = 4, THREADS = 384,
       BYTES = S * (ROWS + COLS) * STEP * 2 };
typedef px_tile (px_bf16, 64, STEP, 128) a_tile;
typedef px_tile (px_bf16, COLS, STEP, 128) b_tile;

/* C = A B'; C is m x n, A m x k, B n x k; m is a multiple of ROWS, n of COLS, k of STEP.  */
__kernel __requires (threads (THREADS), smem (BYTES)) void
product (px_tensor_map a, px_tensor_map b, int n, int k, float *c)
{
  int tile = px_id (block);
  int steps = k / STEP;
  int row = tile / (n / COLS) * ROWS;
  int col = tile % (n / COLS) * COLS;
  __each (block, float *cb = c + row * n + col)
    {
      __shared __slots (S) a_tile as[S][2];
      __shared __slots (S) b_tile bs[S];
      __claim (thread, 256, float *mine = cb)
	__split (thread)
	  {
	    /* Two warpgroups multiply 64 rows each, and want many registers for their sums.  */
	    __case (256)
	      {
		int w = px_id (thread, 128);
		px_acc (float, 64, COLS) sum __perspective (thread, 128);
		px_setmaxnreg_inc (232);
		px_zero (&sum);
		for (int i = 0; i < steps; i++)
		  px_mma_nt (&sum, &as[i % S][w], &bs[i % S]);
		__partition (thread, 128, float *out = mine + w * 64 * n)
		  px_store (out, n, &sum);
	      }
	    /* One brings tiles; the copies' destination is not touched before they are done.  */
	    __case (128)
	      {
		px_setmaxnreg_dec (40);
		for (int i = 0; i < steps; i++)
		  __async (a_tile *x = as[i % S])
		    __async (b_tile *y = &bs[i % S])
		      {
			px_tensor_load (x, &a, i * STEP, row);
			px_tensor_load (x + 1, &a, i * STEP, row + 64);
			px_tensor_load (y, &b, i * STEP, col);
		      }
	      }
	  }
    }
}

int
main (void)
{
  enum { M = 256, N = 512, K = 320 };
  static float a[M][K], b[N][K], c[M][N];
  static px_bf16 na[M][K], nb[N][K];
  for (int i = 0; i < M; i++)
    for (int j = 0; j < K; j++)
      na[i][j] = px_to_bf16 (a[i][j] = (i * 7 + j * 3) % 11 - 5);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < K; j++)
      nb[i][j] = px_to_bf16 (b[i][j] = (i * 5 + j * 13) % 17 - 8);

  px_bf16 *da = px_alloc (sizeof na), *db = px_alloc (sizeof nb);
  float *dc = px_alloc (sizeof c);
  px_tensor_map ma, mb;
  if (px_check (px_last_status ())
      || px_check (px_copy (da, na, sizeof na))
      || px_check (px_copy (db, nb, sizeof nb))
      || px_check (px_tensor_map_for (&ma, a_tile, da, .size = { K, M }))
      || px_check (px_tensor_map_for (&mb, b_tile, db, .size = { K, N }))
      || px_check (px_launch (px_grid (M / ROWS * (N / COLS), THREADS), product, ma, mb, N, K, dc))
      || px_check (px_copy (c, dc, sizeof c)))
    return 1;
  px_free (da);
  px_free (db);
  px_free (dc);

  printf ("%d x %d = %d x %d by %d x %d, in bf16, by a ring of %d slots\n", M, N, M, K, K, N, S);
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      {
	float want = 0;
	for (int l = 0; l < K; l++)
	  want += a[i][l] * b[j][l];
	if (c[i][j] != want)
	  {
	    printf ("wrong: c[%d][%d] is %g, plain C gives %g\n", i, j, c[i][j], want);
	    return 1;
	  }
      }
  puts ("correct: the same as plain C");
  return 0;
}
