/* SPDX-License-Identifier: MIT */
/* Which box a tensor copy moves: a pointer to rows that is given an array, or a slot of
   a ring, by its name stands for all of it; one that is given a row, for this row.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { B = 16, ROWS = 3 * B, T = 64 };

__kernel __requires (grid (1), block (1), threads (T), smem (7168)) void
f (const px_tensor_map boxes __perspective (grid, 1), const px_tensor_map rows __perspective (grid, 1),
   const px_tensor_map out __perspective (grid, 1))
{
  __group (block, 1)
    {
      int t __perspective (thread, 1) = px_id (thread);
      _Alignas (128) __shared float whole[B][B], one[4][32], sum[B][B];
      _Alignas (128) __shared __slots (2) float ring[2][B][B];
      float s[B * B / T] __perspective (thread, 1);
      __async (float (*to)[B] = whole)
	px_tensor_load (to, &boxes, 0, 0);
      for (int r = 0; r < 4; r++)
	__async (float (*to)[32] = one + r)
	  px_tensor_load (to, &rows, 0, r);
      for (int e = 0; e < B * B / T; e++)
	s[e] = whole[(e * T + t) / B][t % B] + one[t % 4][t % B];
      for (int i = 0; i < ROWS / B; i++)
	{
	  __async (float (*to)[B] = ring[i % 2])
	    px_tensor_load (to, &boxes, 0, i * B);
	  for (int e = 0; e < B * B / T; e++)
	    s[e] += ring[i % 2][(e * T + t) / B][t % B];
	}
      for (int e = 0; e < B * B / T; e++)
	__partition (thread, 1, float *p = &sum[(e * T + t) / B][t % B])
	  *p = s[e];
      __async (float (*from)[B] = sum)
	px_tensor_store (&out, from, 0, 0);
    }
}

int
main (void)
{
  static float a[ROWS][B], c[B][B];
  for (int i = 0; i < ROWS * B; i++)
    ((float *) a)[i] = i * i % 31;
  float *in = t_dev (a, sizeof a), *d = t_dev (0, sizeof c);
  px_tensor_map boxes, rows, out;
  OK (px_tensor_map_tiled (&boxes, in, &(struct px_tensor) {
    .type = PX_TENSOR_F32, .rank = 2, .size = { B, ROWS }, .box = { B, B } }));
  OK (px_tensor_map_tiled (&rows, in, &(struct px_tensor) {
    .type = PX_TENSOR_F32, .rank = 2, .size = { B, ROWS }, .box = { 32, 1 } }));
  OK (px_tensor_map_tiled (&out, d, &(struct px_tensor) {
    .type = PX_TENSOR_F32, .rank = 2, .size = { B, B }, .box = { B, B } }));
  LAUNCH (1, T, f, boxes, rows, out);
  t_back (c, d, sizeof c);
  px_free (in);
  for (int y = 0; y < B; y++)
    for (int x = 0; x < B; x++)
      CHECK (c[y][x] == a[y][x] + a[(y * B + x) % 4][x] + a[y][x] + a[y + B][x] + a[y + 2 * B][x]);
  return 0;
}
