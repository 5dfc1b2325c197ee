/* SPDX-License-Identifier: MIT */
/* Transpose by tiles, eight rows at a time.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { B = 32, R = 8, W = 96, H = 64 };

__kernel __requires (grid (1), block (1), threads (B * R))
__where (w > 0 && w % B == 0, h > 0 && h % B == 0) void
transpose (const float *in, float *out, int w, int h)
{
  int b __perspective (block, 1) = px_id (block), bx __perspective (block, 1) = b % (w / B), by __perspective (block, 1) = b / (w / B);
  px_assume (by < h / B);
  __partition (block, 1, float *o = out + bx * B * h + by * B)
    __group (block, 1)
      {
	__shared float tile[B][B + 1];
	int t __perspective (thread, 1) = px_id (thread), x __perspective (thread, 1) = t % B, y __perspective (thread, 1) = t / B;
	for (int j = 0; j < B; j += R)
	  __partition (thread, 1, float *q = &tile[y + j][x])
	    __group (thread, 1) *q = in[(by * B + y + j) * w + bx * B + x];
	for (int j = 0; j < B; j += R)
	  __partition (thread, 1, float *q = o + (y + j) * h + x)
	    __group (thread, 1) *q = tile[x][y + j];
      }
}

int
main (void)
{
  static float in[H * W], out[H * W];
  for (int i = 0; i < H * W; i++)
    in[i] = i;
  float *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out);
  LAUNCH (W / B * (H / B), B * R, transpose, d, o, W, H);
  t_back (out, o, sizeof out);
  for (int i = 0; i < H; i++)
    for (int j = 0; j < W; j++)
      CHECK (out[j * H + i] == in[i * W + j]);
  return 0;
}
