/* SPDX-License-Identifier: MIT */
/* A block's last FILLERS threads bring NUMBERS (n) tiles to a ring as FILL says; its first 128 add them up.
   The fillers may write to LOG, a word each, and the consumers' sums must be those of plain C.
   PRODUCT: the consumers begin with a wgmma product of tiles of ones, so that branches are by warps' numbers.  */
#include "t.h"

#ifdef PRODUCT
#  include <px/fragments.h>
typedef px_tile (px_half, 64, 64, 128) ones;
#  define ROOM sizeof (ones)
#  define DECLARE_ONES __shared ones tile;
#  define CLAIM_ONES __claim (thread, C, ones *one = &tile)
#  define START \
    __partition (thread, 1, unsigned *w = (unsigned *) one + 16 * t) \
      __group (thread, 1) \
        for (int i = 0; i < 16; i++) \
          w[i] = 0x3c003c00; \
    px_acc (float, 64, 64) d __perspective (thread, C); \
    px_zero (&d); \
    px_mma_nt (&d, one, one); \
    __group (thread, 1) \
      sum = (int) px_get (&d, 0) - 64;
#else
#  define ROOM 0
#  define DECLARE_ONES
#  define CLAIM_ONES
#  define START
#endif

#ifndef SLOTS
#  define SLOTS 4
#endif
#ifndef FIRST /* the slot of tile 0 */
#  define FIRST 0
#endif
enum { S = SLOTS, C = 128, N = 128, K = 10, B = 3, THREADS = C + FILLERS };

/* Brings tile I in two halves, and does BETWEEN between these.  */
#define BRING(I, BETWEEN) \
  __async (int *a = x[((I) + FIRST) % S]) \
    { \
      px_bulk_load (a, in + (b * NUMBERS (n) + (I)) * N, 2 * N); \
      BETWEEN; \
      px_bulk_load (a + N / 2, in + (b * NUMBERS (n) + (I)) * N + N / 2, 2 * N); \
    }
/* Each thread of the fillers writes V.  */
#define WRITE(V) \
  __partition (thread, 1, int *l = log + px_id (thread)) \
    __group (thread, 1) \
      *l = (V)

__kernel __requires (grid (1), block (1), threads (THREADS), smem (4 * S * N + ROOM)) void
f (const int *in, int *out, int *logs, int n)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * C)
  __partition (block, 1, int *all = logs + b * FILLERS)
    __group (block, 1)
      {
	DECLARE_ONES
	__shared __slots (S) int x[S][N];
	CLAIM_ONES
	__claim (thread, C, int *mine = o)
	__claim (thread, FILLERS, int *log = all)
	  __split (thread)
	    {
	      __case (C)
		{
		  int t __perspective (thread, 1) = px_id (thread);
		  int sum __perspective (thread, 1) = 0;
		  START
		  for (int i = 0; i < NUMBERS (n); i++)
		    __group (thread, 1)
		      sum = sum * 3 + x[(i + FIRST) % S][N - 1 - t];
		  __partition (thread, 1, int *q = mine + t)
		    __group (thread, 1)
		      *q = sum;
		}
	      __case (FILLERS)
		{
		  FILL
		}
	    }
      }
}

int
main (void)
{
  static int in[B * NUMBERS (K) * N], out[B * C], logs[B * FILLERS];
  for (int i = 0; i < B * NUMBERS (K) * N; i++)
    in[i] = i * 7 % 1000;
  int *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out), *l = t_dev (0, sizeof logs);
  LAUNCH (B, THREADS, f, d, o, l, K);
  t_back (out, o, sizeof out);
  t_back (logs, l, sizeof logs);
  for (int i = 0; i < B * C; i++)
    {
      int sum = 0;
      for (int k = 0; k < NUMBERS (K); k++)
	sum = sum * 3 + in[(i / C * NUMBERS (K) + k) * N + N - 1 - i % C];
      CHECK (out[i] == sum);
    }
#ifdef LOGGED
  for (int i = 0; i < B * FILLERS; i++)
    CHECK (logs[i] == LOGGED);
#endif
  return 0;
}
