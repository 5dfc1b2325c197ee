/* SPDX-License-Identifier: MIT */
/* px_load and px_store access their rows, and of these only the fragment's columns:
   nothing is between stores to the halves of a matrix, side by side (apart, turned)
   or one below the other (below), whatever the distance of rows is (rows); a barrier is
   between those that share columns (across) or rows (shared), as before each thread's
   loads.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90 -fplugin-arg-px-without=unroll -fplugin-arg-px-race=none" } */
/* { dg-final { scan-ptx-times {bar\.warp\.sync} 8 } } */
#include "../aux/t.h"

#define HALF(X) ((px_half) { 0x3c00 + 1024 * ((X) - 1) })

/* Matrices of ones and twos, of 16 x 8, by STORE to c, whose N elements are in rows of LD;
   the second one begins at element NEXT.  */
#define KERNEL(NAME, T, NUMBER, N, LD, NEXT, STORE)						\
__kernel __requires (grid (1), block (1), threads (32), smem (N * sizeof (T))) void		\
NAME (T *out __perspective (grid, 1))								\
{												\
  int blk __perspective (block, 1) = px_id (block);						\
  __partition (block, 1, T *o = out + N * blk)							\
    __group (block, 1)										\
      {												\
	__shared T c[N];									\
	px_acc (T, 16, 8) a __perspective (thread, 32), b __perspective (thread, 32);		\
	int t __perspective (thread, 1) = px_id (thread);					\
	px_fill (&a, NUMBER (1));								\
	px_fill (&b, NUMBER (2));								\
	__partition (thread, 32, T *x = c)							\
	  __group (thread, 32)									\
	    {											\
	      STORE (x, LD, &a);								\
	      STORE (x + NEXT, LD, &b);								\
	    }											\
	__partition (thread, 1, T *y = o + t)							\
	  __group (thread, 1)									\
	    for (int i = 0; i < N / 32; i++)							\
	      y[32 * i] = c[32 * i + t];							\
      }												\
}
KERNEL (apart, float, , 256, 16, 8, px_store)
KERNEL (below, float, , 256, 8, 128, px_store)
KERNEL (turned, px_half, HALF, 256, 32, 16, px_stmatrix_t)
KERNEL (across, float, , 224, 14, 6, px_store)

/* NUMBER matrices of 1, 2, …, of 16 x 8, APART rows of LD elements apart, N elements in all.  */
#define STRIDED(NAME, NUMBER, APART, N)							\
__kernel __requires (grid (1), block (1), threads (32), smem (1024)) void			\
NAME (float *out __perspective (grid, 1), int ld)						\
{												\
  int blk __perspective (block, 1) = px_id (block);						\
  __partition (block, 1, float *o = out + 256 * blk)						\
    __group (block, 1)										\
      {												\
	__shared float c[N];									\
	px_acc (float, 16, 8) a __perspective (thread, 32);					\
	int t __perspective (thread, 1) = px_id (thread);					\
	__partition (thread, 32, float *x = c)							\
	  __group (thread, 32)									\
	    for (int i = 0; i < NUMBER; i++)							\
	      {											\
		px_fill (&a, i + 1);								\
		px_store (x + APART * i * ld, ld, &a);						\
	      }											\
	__partition (thread, 1, float *y = o + t)						\
	  __group (thread, 1)									\
	    for (int i = 0; i < N / 32; i++)								\
	      y[32 * i] = c[32 * i + t];							\
      }												\
}
STRIDED (rows, 2, 16, 256)
STRIDED (shared, 3, 6, 224)

/* Which matrix has element I, if each is ROWS x COLS in memory?  */
static int
owner (int i, int rows, int cols, int ld, int next)
{
  int j = i - next;
  return j >= 0 && j / ld < rows && j % ld < cols ? 2 : 1;
}

int
main (void)
{
  static float zero[256], got[256];
  float *d = t_dev (zero, sizeof zero);
  LAUNCH (1, 32, apart, d);
  OK (px_copy (got, d, sizeof got));
  for (int i = 0; i < 256; i++)
    CHECK (got[i] == owner (i, 16, 8, 16, 8));
  LAUNCH (1, 32, below, d);
  OK (px_copy (got, d, sizeof got));
  for (int i = 0; i < 256; i++)
    CHECK (got[i] == owner (i, 16, 8, 8, 128));
  LAUNCH (1, 32, across, d);
  OK (px_copy (got, d, sizeof got));
  for (int i = 0; i < 224; i++)
    CHECK (got[i] == owner (i, 16, 8, 14, 6));
  LAUNCH (1, 32, rows, d, 8);
  OK (px_copy (got, d, sizeof got));
  for (int i = 0; i < 256; i++)
    CHECK (got[i] == 1 + i / 128);
  LAUNCH (1, 32, shared, d, 8);
  OK (px_copy (got, d, sizeof got));
  for (int i = 0; i < 224; i++)
    CHECK (got[i] == (i < 96 ? 1 + i / 48 : 3));
  px_half *h = (px_half *) d, halves[256];
  LAUNCH (1, 32, turned, h);
  OK (px_copy (halves, h, sizeof halves));
  for (int i = 0; i < 256; i++)
    CHECK (halves[i].bits == HALF (owner (i, 8, 16, 32, 16)).bits);
  return 0;
}
