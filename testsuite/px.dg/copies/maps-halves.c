/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
/* Copies of rows of a slot, one of which begins where the slot does: all loads by one map bring as much.  A map of another
   box is refused at launch.  */
#include "../aux/t.h"

enum { N = 64, ROWS = 6 };

#define KERNEL(name, ...) \
  __kernel __requires (grid (1), block (1), threads (2 * N), smem (3 * 2 * N * 4 + 256)) void \
  name (px_tensor_map map __perspective (grid, 1), int *out __perspective (grid, 1), \
	int n __perspective (grid, 1)) \
  { \
    int b __perspective (block, 1) = px_id (block); \
    __partition (block, 1, int *o = out + b * 2 * N) \
      __group (block, 1) \
	{ \
	  __shared __slots (3) int x[3][2][N]; \
	  int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0; \
	  for (int i = 0; i < n; i++) \
	    { \
	      __async (int (*a)[N] = x[i % 3]) \
		{ __VA_ARGS__ } \
	      __group (thread, 1) \
		sum = sum * 3 + x[i % 3][t / N][t % N]; \
	    } \
	  __partition (thread, 1, int *p = o + t) \
	    *p = sum; \
	} \
  }

KERNEL (halves, px_tensor_load (a, &map, 0, i); px_tensor_load (a + 1, &map, N, i);)
KERNEL (indices, px_tensor_load (a[0], &map, 0, i); px_tensor_load (a[1], &map, N, i);)
KERNEL (backwards, px_tensor_load (&a[1], &map, N, i); px_tensor_load (&a[0], &map, 0, i);)
KERNEL (elements, px_tensor_load (&a[0][0], &map, 0, i); px_tensor_load (&a[1][0], &map, N, i);)
KERNEL (all, px_tensor_load (a, &map, 0, i);)

static int in[ROWS][2 * N], out[2 * N];

int
main (void)
{
  for (int i = 0; i < ROWS * 2 * N; i++)
    in[i / (2 * N)][i % (2 * N)] = i * 7 % 1000;
  int *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out);
  px_tensor_map half, whole;
  struct px_tensor t
    = { .type = PX_TENSOR_S32, .rank = 2, .size = { 2 * N, ROWS }, .box = { N, 1 } };
  OK (px_tensor_map_tiled (&half, d, &t));
  t.box[0] = 2 * N;
  OK (px_tensor_map_tiled (&whole, d, &t));
  for (int k = 0; k < 5; k++)
    {
      OK (px_memset (o, 0, sizeof out));
      struct px_config g = px_grid (1, 2 * N);
      if (k == 0)
	OK (px_launch (g, halves, half, o, ROWS));
      else if (k == 1)
	OK (px_launch (g, indices, half, o, ROWS));
      else if (k == 2)
	OK (px_launch (g, backwards, half, o, ROWS));
      else if (k == 3)
	OK (px_launch (g, elements, half, o, ROWS));
      else
	OK (px_launch (g, all, whole, o, ROWS));
      OK (px_copy (out, o, sizeof out));
      for (int j = 0; j < 2 * N; j++)
	{
	  int sum = 0;
	  for (int i = 0; i < ROWS; i++)
	    sum = sum * 3 + in[i][j];
	  CHECK (out[j] == sum);
	}
    }
  CHECK (px_launch (px_grid (1, 2 * N), halves, whole, o, ROWS) == PX_ERR_LAUNCH);
  CHECK (px_launch (px_grid (1, 2 * N), elements, whole, o, ROWS) == PX_ERR_LAUNCH);
  CHECK (px_launch (px_grid (1, 2 * N), all, half, o, ROWS) == PX_ERR_LAUNCH);
  return 0;
}
