/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
/* A 3 x 3 convolution, NHWC: im2col copies of the pixels, one tap after another, and
   products of a warpgroup.  */
#include "aux/elements.h"

enum { C = 64, F = 64, H = 10, W = 12, IM = 2, PIX = 64, S = 3, THREADS = 160 };
typedef px_tile (px_half, PIX, C, 128) a_tile;
typedef px_tile (px_half, F, C, 128) b_tile;

__kernel __requires (grid (1), block (1), threads (160), smem (S * (PIX + F) * C * 2)) void
conv (px_tensor_map in __perspective (grid, 1), px_tensor_map w __perspective (grid, 1), float *out __perspective (grid, 1))
{
  int blk __perspective (block, 1) = px_id (block);
  int first __perspective (block, 1) = blk * PIX;
  int x __perspective (block, 1) = first % W;
  int y __perspective (block, 1) = first / W % H;
  int im __perspective (block, 1) = first / W / H;
  __partition (block, 1, float *ob = out + blk * PIX * F)
    __group (block, 1)
      {
	__shared __slots (S) a_tile a[S];
	__shared __slots (S) b_tile b[S];
	__claim (thread, 128, float *oc = ob)
	  __split (thread)
	    {
	      __case (128)
		{
		  px_acc (float, PIX, F) sum;
		  px_zero (&sum);
		  for (int i = 0; i < 9; i++)
		    px_mma_nt (&sum, &a[i % S], &b[i % S]);
		  px_store (oc, F, &sum);
		}
	      __case (32)
		for (int i = 0; i < 9; i++)
		  __async (a_tile *p = &a[i % S])
		    __async (b_tile *q = &b[i % S])
		      {
			px_tensor_load_im2col (p, &in, i % 3, i / 3, 0, x - 1, y - 1, im);
			px_tensor_load (q, &w, 0, i * F);
		      }
	    }
      }
}

int
main (void)
{
  static px_half in[IM * H * W * C], w[9 * F * C];
  enum { P = (IM * H * W + PIX - 1) / PIX * PIX };
  static float out[P * F];
  for (int i = 0; i < IM * H * W * C; i++)
    in[i] = make_px_half (i * 7 % 5);
  for (int i = 0; i < 9 * F * C; i++)
    w[i] = make_px_half (i * 11 % 4);
  px_half *di = px_alloc (sizeof in), *dw = px_alloc (sizeof w);
  float *d = px_alloc (sizeof out);
  px_tensor_map mi, mw;
  struct px_tensor t = { .type = PX_TENSOR_F16, .rank = 4, .size = { C, W, H, IM }, .swizzle = 128 };
  int lower[] = { -1, -1 }, upper[] = { -1, -1 };
  if (px_check (px_copy (di, in, sizeof in))
      || px_check (px_copy (dw, w, sizeof w))
      || px_check (px_tensor_map_im2col (&mi, di, &t, lower, upper, C, PIX))
      || px_check (px_tensor_map_for (&mw, b_tile, dw, .size = { C, 9 * F }))
      || px_check (px_launch (px_grid (P / PIX, THREADS), conv, mi, mw, d)) || px_check (px_copy (out, d, sizeof out)))
    return 1;
  for (int p = 0; p < IM * H * W; p++)
    for (int f = 0; f < F; f++)
      {
	double want = 0;
	int x = p % W, y = p / W % H, im = p / W / H;
	for (int i = 0; i < 9; i++)
	  {
	    int xx = x - 1 + i % 3, yy = y - 1 + i / 3;
	    if (xx < 0 || xx >= W || yy < 0 || yy >= H)
	      continue;
	    for (int c = 0; c < C; c++)
	      want += number_px_half (in[((im * H + yy) * W + xx) * C + c]) * number_px_half (w[(i * F + f) * C + c]);
	  }
	if (out[p * F + f] != want)
	  {
	    printf ("%d %d: %g %g\n", p, f, out[p * F + f], want);
	    return 1;
	  }
      }
  return 0;
}
