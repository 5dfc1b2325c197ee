/* SPDX-License-Identifier: MIT */
/* Each block of a cluster brings a row of its own to the same slot of all blocks, a half, or what is
   one element too near to the other's half.  */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
#include <px.h>
#define S 3
#define N 128
#define KERNEL(name) \
  __kernel __requires (grid (1), threads (64), cluster (2), smem (4 * S * N)) void \
  name (const int *in __perspective (grid, 1), int *out __perspective (grid, 1), int n)

KERNEL (f)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * 32)
    __group (block, 2)
      {
	int r __perspective (block, 1) = px_id (block);
	__shared __slots (S) int x[S][N];
	__group (block, 1)
	  __claim (thread, 32, int *mine = o)
	    __split (thread)
	      {
		__case (32)
		  {
		    int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0;
		    for (int i = 0; i < n; i++)
		      __group (thread, 1)
			sum += x[i % S][t];
		    __partition (thread, 1, int *q = mine + t)
		      *q = sum;
		  }
		__case (32)
		  for (int i = 0; i < n; i++)
		    __async (int *a = x[i % S])
		      px_bulk_load_multicast (a, in + r * N, 4 * N, 3);	/* { dg-error {writes byte 0 of 'x' for two units} } */
	      }
      }
}

KERNEL (halves)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * 32)
    __group (block, 2)
      {
	int r __perspective (block, 1) = px_id (block);
	__shared __slots (S) int x[S][N];
	__group (block, 1)
	  __claim (thread, 32, int *mine = o)
	    __split (thread)
	      {
		__case (32)
		  {
		    int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0;
		    for (int i = 0; i < n; i++)
		      __group (thread, 1)
			sum += x[i % S][t];
		    __partition (thread, 1, int *q = mine + t)
		      *q = sum;
		  }
		__case (32)
		  for (int i = 0; i < n; i++)
		    __async (int *a = x[i % S])
		      px_bulk_load_multicast (a + r * 64, in + r * 64, 256, 3);
	      }
      }
}

KERNEL (meet)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * 32)
    __group (block, 2)
      {
	int r __perspective (block, 1) = px_id (block);
	__shared __slots (S) int x[S][N];
	__group (block, 1)
	  __claim (thread, 32, int *mine = o)
	    __split (thread)
	      {
		__case (32)
		  {
		    int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0;
		    for (int i = 0; i < n; i++)
		      __group (thread, 1)
			sum += x[i % S][t];
		    __partition (thread, 1, int *q = mine + t)
		      *q = sum;
		  }
		__case (32)
		  for (int i = 0; i < n; i++)
		    __async (int *a = x[i % S])
		      px_bulk_load_multicast (a + r * 63, in + r * 64, 256, 3);	/* { dg-error {writes byte 252 of 'x' for two units} } */
	      }
      }
}
