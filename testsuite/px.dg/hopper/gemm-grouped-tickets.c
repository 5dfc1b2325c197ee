/* SPDX-License-Identifier: MIT */
/* Products C = A B^T of px_bf16 of many sizes in one launch, whose tiles the blocks take as they come to them: the warp
   that loads takes a tile's number from a counter, finds its product by a table of the products' first tiles, and hands
   on by a ring what the others must know of it.  A tile's number of steps, and so how often the rings of A and B are used,
   is that of its product, and may be none.  Sizes are multiples of 8.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
#include "../aux/t.h"
#include "aux/operands.h"

enum { BM = 128, BN = 128, BK = 64, S = 4, Q = 2, T = 288, GROUPS = 5 };
typedef px_tile (px_bf16, 64, BK, 128) a_tile;
typedef px_tile (px_bf16, BN, BK, 128) b_tile;
typedef px_tile (px_bf16, 64, BN, 128) c_tile;

/* Product: its first tile's number, how many tiles stand beside each other, how many steps of BK each has.  */
struct group
{
  int first, across, steps;
};
struct tile
{
  int group, row, col, steps;
};

__kernel __requires (grid (1), block (1), threads (T), smem (S * (BM + BN) * BK * 2 + 2 * sizeof (c_tile) + 1024)) void
gemm (const px_tensor_map *ma, const px_tensor_map *mb, const px_tensor_map *mc, const struct group *groups, int all,
      unsigned *next)
{
  __group (block, 1)
    {
      __shared __slots (S) a_tile a[S][2];
      __shared __slots (S) b_tile b[S];
      __shared __slots (Q) struct tile tile[Q];
      __shared c_tile c[2];
      __claim (thread, 256, c_tile *both = c)
	__split (thread)
	  {
	    __case (256)
	      {
		int w __perspective (thread, 128) = px_id (thread, 128), i = 0;
		px_acc (float, 64, BN) sum __perspective (thread, 128);
		for (int q = 0;; q++)
		  {
		    struct tile now = tile[q % Q];
		    int steps = now.steps;
		    if (now.group < 0)
		      break;
		    px_zero (&sum);
		    for (int j = 0; j < steps; j++, i++)
		      px_mma_nt (&sum, &a[i % S][w], &b[i % S]);
		    __partition (thread, 128, c_tile *mine = both + w)
		      __group (thread, 128)
			{
			  px_lhs (px_bf16, 64, BN) half;
			  px_convert (&half, &sum);
			  px_tile_store (mine, 0, 0, &half);
			  __async (c_tile *x = mine)
			    px_tensor_store (&mc[now.group], x, now.col, now.row + w * 64);
			}
		  }
	      }
	    __case (32)
	      {
		int i = 0;
		for (int q = 0;; q++)
		  {
		    unsigned own __perspective (thread, 1) = 0;
		    __split (thread)
		      __case (1) own = px_atomic_add (next, 1u);
		    int ticket = px_broadcast (own), g = -1, steps = 0, row = 0, col = 0;
		    if (ticket < all)
		      {
			for (g = 0; g + 1 < GROUPS && groups[g + 1].first <= ticket; g++)
			  ;
			steps = groups[g].steps;
			row = (ticket - groups[g].first) / groups[g].across * BM;
			col = (ticket - groups[g].first) % groups[g].across * BN;
		      }
		    __claim (thread, 1, struct tile *x = &tile[q % Q])
		      __split (thread) __case (1) *x = (struct tile) { g, row, col, steps };
		    if (g < 0)
		      break;
		    for (int j = 0; j < steps; j++, i++)
		      __async (a_tile *x = a[i % S])
			__async (b_tile *y = &b[i % S])
			  {
			    px_tensor_load (x, &ma[g], j * BK, row);
			    px_tensor_load (x + 1, &ma[g], j * BK, row + 64);
			    px_tensor_load (y, &mb[g], j * BK, col);
			  }
		  }
	      }
	  }
    }
}

/* Rows and columns of C, and what is summed; what is empty has no A and B, or no tiles.  */
struct sizes
{
  int m, n, k;
};

static void
try (const struct sizes *s, int blocks)
{
  static px_tensor_map map[3][GROUPS];
  static struct group group[GROUPS];
  px_bf16 *a[GROUPS], *b[GROUPS], *c[GROUPS];
  int all = 0;
  for (int g = 0; g < GROUPS; g++)
    {
      int m = s[g].m, n = s[g].n, k = s[g].k, across = (n + BN - 1) / BN;
      group[g] = (struct group) { all, across, (k + BK - 1) / BK };
      all += (m + BM - 1) / BM * across;
      a[g] = NEW (px_bf16, m * k + 1);
      b[g] = NEW (px_bf16, n * k + 1);
      c[g] = NEW (px_bf16, m * n + 1);
      fill_operands (a[g], m * k, b[g], n * k);
      memset (c[g], 0xff, m * n * sizeof *c[g]);
      if (m && n && k)
	{
	  OK (px_tensor_map_for (&map[0][g], a_tile, a[g], .size = { k, m }));
	  OK (px_tensor_map_for (&map[1][g], b_tile, b[g], .size = { k, n }));
	}
      if (m && n)
	OK (px_tensor_map_for (&map[2][g], c_tile, c[g], .size = { n, m }));
    }
  px_tensor_map *d = t_dev (map, sizeof map);
  struct group *l = t_dev (group, sizeof group);
  unsigned *next = t_dev (&(unsigned) { 0 }, sizeof *next), taken;
  LAUNCH (blocks, T, gemm, d, d + GROUPS, d + 2 * GROUPS, l, all, next);
  for (int g = 0; g < GROUPS; g++)
    for (int i = 0; i < s[g].m; i++)
      for (int j = 0; j < s[g].n; j++)
	{
	  int want = 0;
	  for (int e = 0, k = s[g].k; e < k; e++)
	    want += a[g][i * k + e].bits && b[g][j * k + e].bits;
	  CHECK (c[g][i * s[g].n + j].bits == bf (want).bits);
	}
  t_back (&taken, next, sizeof taken);
  CHECK (taken == (unsigned) (all + blocks));
  OK (px_free (d));
  OK (px_free (l));
}

int
main (void)
{
  static const struct sizes some[GROUPS] = { { 136, 72, 320 }, { 64, 200, 8 }, { 256, 128, 128 }, { 8, 8, 456 }, { 72, 136, 64 } },
			    empty[GROUPS] = { { 0, 128, 64 }, { 128, 0, 64 }, { 136, 8, 0 }, { 64, 264, 72 }, { 8, 0, 0 } },
			    none[GROUPS] = { { 0 } };
  try (some, 1);
  try (some, 3);
  try (empty, 2);
  try (none, 2);
  return 0;
}
