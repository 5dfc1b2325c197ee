/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
/* { dg-final { scan-ptx-times {multicast::cluster} 1 } } */
/* { dg-final { scan-ptx {cp\.reduce\.async\.bulk\.tensor\.2d\.global\.shared::cta\.add} } } */
/* C += A B^T of px_tf32, after Exo-GPU's kernel: clusters of two blocks, one above the
   other, bring each other half of what both need of B; K is split among clusters,
   which add their parts by bulk copies.  Sizes are multiples of 4.  */
#include "aux/elements.h"

enum { BM = 128, BN = 128, BK = 32, S = 4, THREADS = 384 };
typedef px_tile (px_tf32, 64, BK, 128) tile;

__kernel __requires (grid (1), threads (384), cluster (2), smem (4 * 4 * sizeof (tile) * S / 4 + 4 * BM * BN)) void
gemm (px_tensor_map ma __perspective (grid, 1), px_tensor_map mb __perspective (grid, 1),
      px_tensor_map mc __perspective (grid, 1), int n, int k, int splits)
{
  int cl __perspective (block, 2) = px_id (block, 2), across __perspective (grid, 1) = (n + BN - 1) / BN;
  int steps __perspective (grid, 1) = ((k + BK - 1) / BK + splits - 1) / splits;
  __group (block, 2)
    {
      int rank __perspective (block, 1) = px_id (block);
      __shared __slots (S) tile a[S][2];
      __shared __slots (S) tile b[S][2];
      __shared float c[2][64][BN];
      __group (block, 1)
	{
	  int row __perspective (block, 1) = cl / splits / across * 2 * BM + rank * BM;
	  int col __perspective (block, 1) = cl / splits % across * BN, first __perspective (block, 1) = cl % splits * steps * BK;
	  __claim (thread, 256, float (*both)[64][BN] = c)
	    __split (thread)
	      {
		__case (256)
		  {
		    int w __perspective (thread, 128) = px_id (thread, 128);
		    px_acc (float, 64, BN / 2) sum[2] __perspective (thread, 128);
		    px_setmaxnreg_inc (240);
		    px_zero (&sum[0]);
		    px_zero (&sum[1]);
		    for (int i = 0; i < steps; i++)
		      {
			px_mma_nt (&sum[0], &a[i % S][w], &b[i % S][0]);
			px_mma_nt (&sum[1], &a[i % S][w], &b[i % S][1]);
		      }
		    __partition (thread, 128, float (*mine)[64][BN] = both + w)
		      __group (thread, 128)
			{
			  px_store ((*mine)[0], BN, &sum[0]);
			  px_store ((*mine)[0] + BN / 2, BN, &sum[1]);
			  __async (float (*x)[64][BN] = mine)
			    px_tensor_add (&mc, x, col, row + w * 64);
			}
		  }
		__case (128)
		  {
		    px_setmaxnreg_dec (24);
		    for (int i = 0; i < steps; i++)
		      __async (tile *x = a[i % S])
			__async (tile *y = b[i % S])
			  {
			    px_tensor_load (x, &ma, first + i * BK, row);
			    px_tensor_load (x + 1, &ma, first + i * BK, row + 64);
			    px_tensor_load_multicast (y + rank, &mb, 3, first + i * BK, col + rank * 64);
			  }
		  }
	      }
	}
    }
}

static int
try (int m, int n, int k, int splits)
{
  size_t la = m * k * sizeof (px_tf32), lb = n * k * sizeof (px_tf32), lc = m * n * sizeof (float);
  px_tf32 *a = malloc (la), *b = malloc (lb), *da = px_alloc (la), *db = px_alloc (lb);
  float *c = malloc (lc), *dc = px_alloc (lc);
  px_tensor_map ma, mb, mc;
  struct px_tensor tc = { .type = PX_TENSOR_F32, .rank = 2, .size = { n, m }, .box = { BN, 64 } };
  int blocks = (m + 2 * BM - 1) / (2 * BM) * ((n + BN - 1) / BN) * splits * 2;
  for (int i = 0; i < m * k; i++)
    a[i] = make_px_tf32 ((i / k * 7 + i % k * 3) % 3 == 0);
  for (int i = 0; i < n * k; i++)
    b[i] = make_px_tf32 ((i / k * 5 + i % k) % 5 == 0);
  for (int i = 0; i < m * n; i++)
    c[i] = i % 10;
  if (px_check (px_copy (da, a, la)) || px_check (px_copy (db, b, lb)) || px_check (px_copy (dc, c, lc))
      || px_check (px_tensor_map_for (&ma, tile, da, .size = { k, m }))
      || px_check (px_tensor_map_for (&mb, tile, db, .size = { k, n }))
      || px_check (px_tensor_map_tiled (&mc, dc, &tc))
      || px_check (px_launch (px_grid (blocks, THREADS), gemm, ma, mb, mc, n, k, splits)) || px_check (px_copy (c, dc, lc)))
    return 1;
  for (int i = 0; i < m * n; i++)
    {
      int want = i % 10;
      for (int l = 0; l < k; l++)
	want += (i / n * 7 + l * 3) % 3 == 0 && (i % n * 5 + l) % 5 == 0;
      if (c[i] != want)
	{
	  printf ("%d x %d x %d: c[%d][%d] = %g, not %d\n", m, n, k, i / n, i % n, c[i], want);
	  return 1;
	}
    }
  free (a);
  free (b);
  free (c);
  return px_check (px_free (da)) || px_check (px_free (db)) || px_check (px_free (dc));
}

int
main (void)
{
  return try (256, 256, 384, 2) || try (200, 140, 108, 3) || try (4, 4, 4, 1);
}
