/* SPDX-License-Identifier: MIT */
/* Chapter 8.  Tensor cores: matrices in the registers of a warp.

     gcc -fplugin=px -O2 tensor.c -lpx -o tensor && ./tensor

   Tensor cores multiply matrices whose elements lie spread over the registers of 32 threads.
   px_lhs, px_rhs and px_acc are types for such matrices, fragments: a left operand, a right
   one, a sum.  They live at thread[32], a warp, and so do the operations on them: code of the
   warp loads, multiplies and stores whole fragments, and which thread has which element is
   px's business.

   The operands are px_bf16, the upper halves of floats.  Compare with chapter 7: a block's
   four warps compute 64 x 64 elements, each warp 32 x 32.  */
#include <px.h>
#include <stdio.h>

enum { TILE = 64, STEP = 32, PAD = 8, THREADS = 128 };

/* C = A B; C is m x n, A m x k, B k x n; m and n are multiples of TILE, k of STEP.  The tiles'
   rows are PAD longer, so that eight rows that are read together lie in different banks.  */
__kernel __requires (threads (THREADS)) __where (n > 0 && n % TILE == 0) void
product (int n, int k, const px_bf16 *a, const px_bf16 *b, float *c)
{
  int tile = px_id (block);
  int row = tile / (n / TILE) * TILE;
  int col = tile % (n / TILE) * TILE;
  __each (block, float *cb = c + row * n + col)
    {
      __shared px_bf16 as[TILE][STEP + PAD], bs[STEP][TILE + PAD];
      int t = px_id (thread);
      int w = px_id (thread, 32);
      px_acc (float, 32, 32) sum __perspective (thread, 32);
      px_zero (&sum);

      for (int k0 = 0; k0 < k; k0 += STEP)
	{
	  /* Each thread brings half a row of A's tile and a quarter of one of B's.  */
	  __each (thread, px_bf16 *p = &as[t / 2][t % 2 * 16])
	    for (int i = 0; i < 16; i++)
	      p[i] = a[(row + t / 2) * k + k0 + t % 2 * 16 + i];
	  __each (thread, px_bf16 *p = &bs[t / 4][t % 4 * 16])
	    for (int i = 0; i < 16; i++)
	      p[i] = b[(k0 + t / 4) * n + col + t % 4 * 16 + i];

	  __group (thread, 32)
	    {
	      px_lhs (px_bf16, 32, STEP) x;
	      px_rhs (px_bf16, STEP, 32) y;
	      px_ldmatrix (&x, &as[w / 2 * 32][0], STEP + PAD);
	      px_ldmatrix (&y, &bs[0][w % 2 * 32], TILE + PAD);
	      px_mma (&sum, &x, &y);
	    }
	}

      __partition (thread, 32, float *cw = cb + w / 2 * 32 * n + w % 2 * 32)
	px_store (cw, n, &sum);
    }
}

int
main (void)
{
  enum { M = 128, N = 192, K = 96 };
  static float a[M][K], b[K][N], c[M][N];
  static px_bf16 na[M][K], nb[K][N];
  for (int i = 0; i < M; i++)
    for (int j = 0; j < K; j++)
      na[i][j] = px_to_bf16 (a[i][j] = (i * 7 + j * 3) % 11 - 5);
  for (int i = 0; i < K; i++)
    for (int j = 0; j < N; j++)
      nb[i][j] = px_to_bf16 (b[i][j] = (i * 5 + j * 13) % 17 - 8);

  px_bf16 *da = px_alloc (sizeof na), *db = px_alloc (sizeof nb);
  float *dc = px_alloc (sizeof c);
  if (px_check (px_last_status ())
      || px_check (px_copy (da, na, sizeof na))
      || px_check (px_copy (db, nb, sizeof nb))
      || px_check (px_launch (px_grid (M / TILE * (N / TILE), THREADS), product, N, K, da, db, dc))
      || px_check (px_copy (c, dc, sizeof c)))
    return 1;
  px_free (da);
  px_free (db);
  px_free (dc);

  printf ("%d x %d = %d x %d by %d x %d, in bf16\n", M, N, M, K, K, N);
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
