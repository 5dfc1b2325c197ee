/* SPDX-License-Identifier: MIT */
/* Two slots of a ring a turn, in a __split in the loop of a tile: its counters start anew with each
   tile, at whatever slot the last one ended.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
#include "../aux/t.h"

enum { S = 4, T = 64, MOST = 5 };

#define KERNEL(name, a, b) \
__kernel __requires (grid (1), block (1), threads (T + 32), smem (4 * S * T)) \
__where (tiles <= MOST) void \
name (const int *in, int *out, int tiles, int n) \
{ \
  int block __perspective (block, 1) = px_id (block); \
  __partition (block, 1, int *o = out + block * MOST * T) \
    __group (block, 1) \
      { \
	__shared __slots (S) int x[S][T]; \
	for (int tile = 0; tile < tiles; tile++) \
	  __claim (thread, T, int *mine = o + tile * T) \
	    __split (thread) \
	      { \
		__case (T) \
		  { \
		    int t __perspective (thread, 1) = px_id (thread); \
		    int sum __perspective (thread, 1) = 0; \
		    for (int i = 0; i < n; i++) \
		      { \
			__group (thread, 1) sum = sum * 3 + x[a][t]; \
			__group (thread, 1) sum = sum * 3 + x[b][T - 1 - t]; \
		      } \
		    __partition (thread, 1, int *w = mine + t) __group (thread, 1) *w = sum; \
		  } \
		__case (32) \
		  for (int i = 0; i < n; i++) \
		    { \
		      __async (int *w = x[a]) px_bulk_load (w, in + (tile * n + i) * 2 * T, 4 * T); \
		      __async (int *w = x[b]) px_bulk_load (w, in + ((tile * n + i) * 2 + 1) * T, 4 * T); \
		    } \
	      } \
      } \
}
KERNEL (anew, 2 * i % S, (2 * i + 1) % S)
KERNEL (from_one, (2 * i + 1) % S, (2 * i + 2) % S)

int
main (void)
{
  static int in[MOST * MOST * 2 * T], out[MOST * T];
  int *d;
  for (int i = 0; i < MOST * MOST * 2 * T; i++)
    in[i] = t_random () % 1000;
  d = t_dev (in, sizeof in);
  for (int one = 0; one < 2; one++)
    for (int n = 0; n < MOST; n++)
      {
	int *o = t_dev (0, sizeof out);
	if (one)
	  LAUNCH (1, T + 32, from_one, d, o, MOST, n);
	else
	  LAUNCH (1, T + 32, anew, d, o, MOST, n);
	t_back (out, o, sizeof out);
	for (int tile = 0; tile < MOST; tile++)
	  for (int t = 0; t < T; t++)
	    {
	      int sum = 0;
	      for (int i = 0; i < n; i++)
		{
		  const int *p = in + (tile * n + i) * 2 * T;
		  sum = (sum * 3 + p[t]) * 3 + p[T + T - 1 - t];
		}
	      CHECK (out[tile * T + t] == sum);
	    }
      }
  return 0;
}
