/* SPDX-License-Identifier: MIT */
/* Prism, Fig. 6, on the figure's lines: its four points of synchronisation are before 40, 48, 56
   and 63; three barriers are emitted, as 40's serves 48.  What the function does is not looked at.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-dcfg=fig6.dot" } */
#include "../aux/t.h"
__device __requires (thread (32)) OPAQUE void simple_mma (const float *, const float *, float *);
enum { N = 24 };       /* the figure's parameter: then the rows of C are known to be apart */
__kernel __requires (grid (1), block (1), threads (32), smem (1280)) void
mmaTF32NaiveKernel (const float *A __perspective (grid, 1),
		    const float *B __perspective (grid, 1),
		    float *C __perspective (grid, 1),
		    int M __perspective (grid, 1),

		    int K __perspective (grid, 1))
{
  int num_blocks_n = (N + 8 - 1) / 8;
  int blk_row __perspective (block, 1) = px_id (block) / num_blocks_n * 16;
  int blk_col __perspective (block, 1) = px_id (block) % num_blocks_n * 8;

  /* Give each block an offset into C.  */


  __partition (block, 1, float *C_blk = C + blk_row * N + blk_col)
    __group (block, 1)
      {

	__shared float A_smem[16 * 8];
	__shared float B_smem[8 * 8];
	__shared float C_smem[16 * 8];

	int t __perspective (thread, 1) = px_id (thread);

	__partition (thread, 1, float *C_th = C_smem + t * 4)
	  for (int i = 0; i < 4; i++)
	    __group (thread, 1)
	      C_th[i] = 0;
	for (int k = 0; k < K; k += 8)
	  {
	    for (int j = 0; j < 4; j++)
	      {
		int at __perspective (thread, 1) = j * 32 + t;
		__partition (thread, 1, float *A_th = A_smem + at)
		  __group (thread, 1)
		    A_th[0] = A[(blk_row + at / 8) * K + k + at % 8];
	      }

	    for (int j = 0; j < 2; j++)
	      {
		__partition (thread, 1, float *B_th = B_smem + j * 32 + t)
		  __group (thread, 1)
		    B_th[0] = B[(k + (j * 32 + t) / 8) * N + blk_col + (j * 32 + t) % 8];
	      }

	    /* Give each warp an offset into C_smem.  */
	    __claim (thread, 32, float *Cs_warp = C_smem)
	      __split (thread)
		{
		  __case (32)
		    {
		      simple_mma (A_smem, B_smem, Cs_warp);
		    } } }
	for (int j = 0; j < 4; j++)
	  {

	    int flat_idx_c __perspective (thread, 1) = t * 4 + j;
	    int row_c __perspective (thread, 1) = flat_idx_c / 8;
	    int col_c __perspective (thread, 1) = flat_idx_c % 8;

	    __partition (thread, 1, float *C_th = C_blk + row_c * N + col_c)
	      __group (thread, 1)
		C_th[0] = C_smem[row_c * 8 + col_c];
	  }
      }
}

/* Fig. 5, with sums in place of the tensor core: the points before what reads
   c_mem are the caller's.  */
__device __requires (thread (32)) void
simple_mma (const float *a, const float *b, float *c)
{
  int x __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, float *c_thrd = c + x / 4 * 8 + 2 * (x % 4))
    __group (thread, 1)
      for (int k = 0; k < 8; k++)
	for (int h = 0; h < 2; h++)
	  {
	    c_thrd[h * 64] += a[(x / 4 + h * 8) * 8 + k] * b[k * 8 + 2 * (x % 4)];
	    c_thrd[h * 64 + 1] += a[(x / 4 + h * 8) * 8 + k] * b[k * 8 + 2 * (x % 4) + 1];
	  }
}

int
main (void)
{
  enum { M = 32, K = 16 };
  static float a[M * K], b[K * N], c[M * N];
  for (int i = 0; i < M * K; i++)
    a[i] = i * 7 % 11 - 5;
  for (int i = 0; i < K * N; i++)
    b[i] = i * 5 % 13 - 6;
  float *A = t_dev (a, sizeof a), *B = t_dev (b, sizeof b), *C = t_dev (0, sizeof c);
  LAUNCH (M / 16 * (N / 8), 32, mmaTF32NaiveKernel, A, B, C, M, K);
  t_back (c, C, sizeof c);
  for (int i = 0; i < M * N; i++)
    {
      float sum = 0;
      for (int k = 0; k < K; k++)
	sum += a[i / N * K + k] * b[k * N + i % N];
      CHECK (c[i] == sum);
    }
  return 0;
}
/* { dg-final { scan-file fig6.dot {label="sync [0-9]+\\nline 40"} } } */
/* { dg-final { scan-file fig6.dot {label="implied\\nline 48"} } } */
/* { dg-final { scan-file fig6.dot {label="sync [0-9]+\\nline 56"} } } */
/* { dg-final { scan-file fig6.dot {label="sync [0-9]+\\nline 63"} } } */
/* { dg-final { scan-file-not fig6.dot {label="sync [0-9, ]+\\n(?!line (40|56|63)")} } } */
/* { dg-final { scan-file-not fig6.dot {label="implied\\n(?!line 48")} } } */
/* { dg-final { scan-ptx-times {bar\.warp\.sync} 3 } } */
