/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* Prism Fig. 6, its shape: tiles through shared memory, a warp's function. */
#include <px.h>
#include <stdio.h>

__device __requires (thread (32)) void
simple_mma (const float *a, const float *b, float *c)
{
  int x __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, float *own = c + x)
    __group (thread, 1)
      *own += a[x] * b[x];
}

__kernel __requires (grid (1), block (1), threads (32), smem (384)) void
gemm (const float *A __perspective (grid, 1), const float *B __perspective (grid, 1),
      float *C __perspective (grid, 1), int k)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, float *c = C + b * 32)
    __group (block, 1)
      {
	__shared float a_smem[32], b_smem[32], c_smem[32];
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, float *z = c_smem + t)
	  *z = 0;
	for (int i = 0; i < k; i++)
	  {
	    __partition (thread, 1, float *sa = a_smem + t)
	      *sa = A[(b * k + i) * 32 + t];
	    __partition (thread, 1, float *sb = b_smem + t)
	      *sb = B[i * 32 + t];
	    __claim (thread, 32, float *own = c_smem)
	      __split (thread)
		{
		  __case (32)
		    simple_mma (a_smem, b_smem, own);
		}
	  }
	__partition (thread, 1, float *o = c + t)
	  *o = c_smem[t];
      }
}

int
main (void)
{
  enum { BLOCKS = 3, K = 5 };
  static float A[BLOCKS * K * 32], B[K * 32], C[BLOCKS * 32];
  int wrong = 0;
  for (int i = 0; i < BLOCKS * K * 32; i++)
    A[i] = i % 13 - 6;
  for (int i = 0; i < K * 32; i++)
    B[i] = i % 7 - 3;
  float *a = px_alloc (sizeof A), *b = px_alloc (sizeof B), *c = px_alloc (sizeof C);
  if (!a || !b || !c || px_copy (a, A, sizeof A) || px_copy (b, B, sizeof B)
      || px_launch (px_grid (BLOCKS, 32), gemm, a, b, c, K)
      || px_copy (C, c, sizeof C))
    return 1;
  for (int i = 0; i < BLOCKS * 32; i++)
    {
      float sum = 0;
      for (int k = 0; k < K; k++)
	sum += A[(i / 32 * K + k) * 32 + i % 32] * B[k * 32 + i % 32];
      wrong += C[i] != sum;
    }
  printf ("%d wrong\n", wrong);
  return wrong != 0;
}
