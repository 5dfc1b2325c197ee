/* SPDX-License-Identifier: MIT */
/* A ring in a loop around tiles: its counter starts anew at each tile, or goes on.  The
   slots are no divisor of the numbers, so that a tile ends at any slot and phase.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-final { scan-ptx-times {bar\.sync} 3 } } */
#include "../aux/t.h"

#define S 3
#define C 64
#define N 64

#define KERNEL(name) \
  __kernel __requires (grid (1), block (1), threads (C + 32), smem (4 * S * N)) void \
  name (const int *in, int *out, int n, int tiles)
#define SUM \
  __partition (thread, 1, int *q = mine + px_id (thread)) \
    __group (thread, 1) *q = sum

KERNEL (anew)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * C)
    __group (block, 1)
      {
	__shared __slots (S) int x[S][N];
	__claim (thread, C, int *mine = o)
	  __split (thread)
	    {
	      __case (C)
		{
		  int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0;
		  for (int k = 0; k < tiles; k++)
		    for (int i = 0; i < n; i++)
		      __group (thread, 1)
			sum = sum * 3 + x[i % S][N - 1 - t];
		  SUM;
		}
	      __case (32)
		for (int k = 0; k < tiles; k++)
		  for (int i = 0; i < n; i++)
		    __async (int *a = x[i % S])
		      px_bulk_load (a, in + (k * n + i) * N, 4 * N);
	    }
      }
}

KERNEL (on)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * C)
    __group (block, 1)
      {
	__shared __slots (S) int x[S][N];
	__claim (thread, C, int *mine = o)
	  __split (thread)
	    {
	      __case (C)
		{
		  int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0;
		  int c = 0;
		  for (int k = 0; k < tiles; k++)
		    for (int i = 0; i < n; i++)
		      {
			__group (thread, 1)
			  sum = sum * 3 + x[c % S][N - 1 - t];
			c++;
		      }
		  SUM;
		}
	      __case (32)
		{
		  int c = 0;
		  for (int k = 0; k < tiles; k++)
		    for (int i = 0; i < n; i++, c++)
		      __async (int *a = x[c % S])
			px_bulk_load (a, in + (k * n + i) * N, 4 * N);
		}
	    }
      }
}

/* The blocks share the tiles: each has its own number of them.  */
KERNEL (strided)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * C)
    __group (block, 1)
      {
	__shared __slots (S) int x[S][N];
	__claim (thread, C, int *mine = o)
	  __split (thread)
	    {
	      __case (C)
		{
		  int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0;
		  for (int k = b; k < tiles; k += 2)
		    for (int i = 0; i < n; i++)
		      __group (thread, 1)
			sum = sum * 3 + x[i % S][N - 1 - t];
		  SUM;
		}
	      __case (32)
		for (int k = b; k < tiles; k += 2)
		  for (int i = 0; i < n; i++)
		    __async (int *a = x[i % S])
		      px_bulk_load (a, in + (k * n + i) * N, 4 * N);
	    }
      }
}

int
main (void)
{
  enum { K = 7, T = 5 };
  static int in[T * K * N], out[3][2 * C];
  for (int i = 0; i < T * K * N; i++)
    in[i] = i * 7 % 1000;
  int *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out);
  LAUNCH (2, C + 32, anew, d, o, K, T);
  LAUNCH (2, C + 32, on, d, o + 2 * C, K, T);
  LAUNCH (2, C + 32, strided, d, o + 4 * C, K, T);
  t_back (out, o, sizeof out);
  for (int v = 0; v < 3; v++)
    for (int i = 0; i < 2 * C; i++)
      {
	int sum = 0;
	for (int k = v < 2 ? 0 : i / C; k < T; k += v < 2 ? 1 : 2)
	  for (int l = 0; l < K; l++)
	    sum = sum * 3 + in[(k * K + l) * N + N - 1 - i % C];
	CHECK (out[v][i] == sum);
      }
  return 0;
}
