/* SPDX-License-Identifier: MIT */
/* Products of px_bf16 by two warpgroups that take turns with tiles of 128 x 128: the tiles, how a third one brings
   them, and the host's part.  */
#include "../../aux/t.h"
#include "operands.h"

enum { BM = 128, BN = 128, BK = 64, S = 6, T = 384 };
typedef px_tile (px_bf16, 64, BK, 128) a_tile;
typedef px_tile (px_bf16, BN, BK, 128) b_tile;
typedef px_tile (px_bf16, 64, BN, 128) c_tile;

/* Tile Q of K / BK steps into the slots from i on.  */
#define FILL(Q) \
  for (int j = 0; j < steps; j++, i++) \
    __async (a_tile *x = a[i % S]) \
      __async (b_tile *y = &b[i % S]) \
	{ \
	  px_tensor_load (x, &ma, j * BK, (Q) / across * BM); \
	  px_tensor_load (x + 1, &ma, j * BK, (Q) / across * BM + 64); \
	  px_tensor_load (y, &mb, j * BK, (Q) % across * BN); \
	}

/* C = A B^T of M x N x K by BLOCKS blocks: the program's own.  */
static void run (px_tensor_map ma, px_tensor_map mb, px_tensor_map mc, int m, int n, int k, int blocks);

static void
try (int m, int n, int k, int blocks)
{
  px_bf16 *a = NEW (px_bf16, m * k), *b = NEW (px_bf16, n * k), *c = NEW (px_bf16, m * n);
  px_tensor_map ma, mb, mc;
  fill_operands (a, m * k, b, n * k);
  OK (px_tensor_map_for (&ma, a_tile, a, .size = { k, m }));
  OK (px_tensor_map_for (&mb, b_tile, b, .size = { k, n }));
  OK (px_tensor_map_for (&mc, c_tile, c, .size = { n, m }));
  run (ma, mb, mc, m, n, k, blocks);
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      {
	int want = 0;
	for (int l = 0; l < k; l++)
	  want += a[i * k + l].bits && b[j * k + l].bits;
	CHECK (c[i * n + j].bits == bf (want).bits);
      }
}
