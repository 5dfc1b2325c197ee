/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
/* { dg-final { scan-ptx-times {cp\.async\.bulk\.tensor\.2d\.shared} 4 } } */
/* { dg-final { scan-ptx-times {cp\.async\.bulk\.tensor\.2d\.global} 4 } } */
/* Tiles of several strips and of more rows than a box has, to and from tensors that
   they do not divide; px_at agrees with the copies; launches with other maps are
   refused before they begin.  */
#include <px.h>
#include <stdio.h>
#include <string.h>

typedef px_tile (px_half, 384, 64, 64) tile;

/* Adds 1 to the bits of each element, of which 4 tiles are made.  */
__kernel __requires (grid (1), block (1), threads (128), smem (sizeof (tile))) void
inc (px_tensor_map from __perspective (grid, 1), px_tensor_map to __perspective (grid, 1))
{
  int blk __perspective (block, 1) = px_id (block);
  __group (block, 1)
    {
      __shared tile s;
      int t __perspective (thread, 1) = px_id (thread);
      __async (tile *x = &s)
	px_tensor_load (x, &from, blk % 2 * 64, blk / 2 * 384);
      __partition (thread, 1, tile *x = &s)
	__group (thread, 1)
	  for (int r = t; r < 384; r += 128)
	    for (int c = 0; c < 64; c++)
	      px_at (x, r, c).bits++;
      __async (tile *x = &s)
	px_tensor_store (&to, x, blk % 2 * 64, blk / 2 * 384);
    }
}

enum { ROWS = 500, COLS = 72, LD = 80 };
static px_half a[ROWS][LD], b[ROWS][LD];

static int
refused (px_status s, const char *text)
{
  if (s == PX_ERR_LAUNCH && strstr (px_status_text (s), text))
    return 1;
  printf ("%s, not of %s\n", px_status_text (s), text);
  return 0;
}

int
main (void)
{
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < LD; j++)
      a[i][j].bits = i * 100 + j;
  px_half *da = px_alloc (sizeof a), *db = px_alloc (sizeof b);
  px_tensor_map from, to, bad;
  if (px_check (px_copy (da, a, sizeof a)) || px_check (px_memset (db, 0, sizeof b))
      || px_check (px_tensor_map_for (&from, tile, da, .size = { COLS, ROWS }, .stride = { 0, LD * 2 }))
      || px_check (px_tensor_map_for (&to, tile, db, .size = { COLS, ROWS }, .stride = { 0, LD * 2 }, .l2 = 128))
      || px_check (px_launch (px_grid (4, 128), inc, from, to))
      || px_check (px_copy (b, db, sizeof b)))
    return 1;
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < LD; j++)
      if (b[i][j].bits != (j < COLS ? i * 100 + j + 1 : 0))
	{
	  printf ("b[%d][%d] = %d\n", i, j, b[i][j].bits);
	  return 1;
	}
  struct px_tensor t = { .type = PX_TENSOR_F16, .rank = 2, .size = { COLS, ROWS }, .stride = { 0, LD * 2 }, .swizzle = 64 };
  t.box[0] = 32;
  t.box[1] = 128;
  if (px_check (px_tensor_map_tiled (&bad, da, &t)))
    return 1;
  if (!refused (px_launch (px_grid (4, 128), inc, bad, to), "argument 1, a tensor map (rank 2, boxes of 128 rows of 32 elements of 2 bytes, swizzle 64)")
      || !refused (px_launch (px_grid (4, 128), inc, from, bad), "argument 2, ")
      || !refused (px_launch (px_grid (4, 128), inc, bad, to), "(px_tile (px_half, 384, 64, 64), boxes of 192 rows of 32 elements of 2 bytes, swizzle 64: make it by px_tensor_map_for)"))
    return 1;
  t.box[1] = 192;
  t.swizzle = 128;
  if (px_check (px_tensor_map_tiled (&bad, da, &t))
      || !refused (px_launch (px_grid (4, 128), inc, bad, to), "swizzle 128)"))
    return 1;
  t.swizzle = 64;
  if (px_check (px_tensor_map_tiled (&bad, da, &t)) || px_check (px_launch (px_grid (4, 128), inc, bad, to)))
    return 1;
  if (px_tensor_map_for (&bad, tile, da, .size = { COLS, ROWS }, .stride = { 0, LD * 2 }, .box = { 32, 384 }) != PX_ERR_INVALID
      || !strstr (px_status_text (PX_ERR_INVALID), "192 rows of 32 elements"))
    return 1;
  return 0;
}
