/* SPDX-License-Identifier: MIT */
/* Softmax of rows, a block a row, with two functions that reduce over a block: their
   arrays share storage.  */
/* { dg-do run } */
#include "../aux/t.h"
#include <math.h>

enum { T = 256, W = T / 32, COLS = 1000, ROWS = 6 };

#define BLOCK_REDUCE(name, op) \
  __device __requires (block (1), threads (T)) __perspective (block, 1) static inline float \
  name (float v __perspective (thread, 1)) \
  { \
    __shared float part[W]; \
    int w __perspective (thread, 32) = px_id (thread, 32); \
    __partition (thread, 32, float *p = part + w) \
      __group (thread, 32) \
	{ \
	  for (int k = 16; k > 0; k /= 2) \
	    v = op (v, px_shfl_xor (v, k)); \
	  __claim (thread, 1, float *one = p) \
	    __split (thread) __case (1) *one = v; \
	} \
    float all = part[0]; \
    for (int i = 1; i < W; i++) \
      all = op (all, part[i]); \
    return all; \
  }
#define SUM(a, b) ((a) + (b))
BLOCK_REDUCE (block_max, fmaxf)
BLOCK_REDUCE (block_sum, SUM)

__kernel __requires (grid (1), block (1), threads (T), smem (4 * W)) void
softmax (const float *in, float *out, int cols)
{
  int row __perspective (block, 1) = px_id (block);
  __partition (block, 1, float *o = out + row * cols)
    __group (block, 1)
      {
	int t __perspective (thread, 1) = px_id (thread);
	float m __perspective (thread, 1) = -INFINITY, s __perspective (thread, 1) = 0;
	__group (thread, 1)
	  for (int i = t; i < cols; i += T)
	    m = fmaxf (m, in[row * cols + i]);
	float most = block_max (m);
	__group (thread, 1)
	  for (int i = t; i < cols; i += T)
	    s += expf (in[row * cols + i] - most);
	float sum = block_sum (s);
	for (int i = 0; i < cols; i += T)
	  __partition (thread, 1, float *q = o + i + t)
	    __group (thread, 1)
	      if (i + t < cols)
		*q = expf (in[row * cols + i + t] - most) / sum;
      }
}

int
main (void)
{
  static float in[ROWS * COLS], out[ROWS * COLS];
  for (int i = 0; i < ROWS * COLS; i++)
    in[i] = (int) (t_random () % 200 - 100) / 10.f;
  float *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out);
  LAUNCH (ROWS, T, softmax, d, o, COLS);
  OK (px_free (d));
  t_back (out, o, sizeof out);
  for (int r = 0; r < ROWS; r++)
    {
      double s = 0, m = -INFINITY;
      for (int i = 0; i < COLS; i++)
	m = fmax (m, in[r * COLS + i]);
      for (int i = 0; i < COLS; i++)
	s += exp (in[r * COLS + i] - m);
      for (int i = 0; i < COLS; i++)
	CHECK (fabs (out[r * COLS + i] - exp (in[r * COLS + i] - m) / s) < 1e-6);
    }
  return 0;
}
