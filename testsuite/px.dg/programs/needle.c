/* SPDX-License-Identifier: MIT */
/* Global alignment of two strings (Needleman and Wunsch): a launch an anti-diagonal of tiles, in
   each tile a wave along its own diagonals.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { BS = 16 };
enum pass { UPPER, LOWER };

#define MAX3(name) \
  static inline int name (int a, int b, int c) { int k = a > b ? a : b; return k > c ? k : c; }
MAX3 (host_max3)
__device MAX3 (max3)

__kernel __requires (grid (1), block (1), threads (BS), smem ((BS + 1) * (BS + 1) * 4 + BS * BS * 4 + 16))
__where (1 <= i, i <= block_width, cols > BS * block_width) void
needle (const int *reference, int *matrix, int cols, int penalty, int i, int block_width, enum pass which)
{
  px_assume (px_units (block) <= i);
  int bx __perspective (block, 1) = px_id (block);
  int bix __perspective (block, 1), biy __perspective (block, 1);
  switch (which)
    {
    case UPPER: bix = bx, biy = i - 1 - bx; break;
    case LOWER: default: bix = bx + block_width - i, biy = block_width - bx - 1; break;
    }
  int at __perspective (block, 1) = cols * BS * biy + BS * bix;
  __partition (block, 1, int *mine = matrix + at)
    __group (block, 1)
      {
	__shared int temp[BS + 1][BS + 1];
	__shared int ref[BS][BS];
	int tx __perspective (thread, 1) = px_id (thread);
	for (int ty = 0; ty < BS; ty++)
	  __partition (thread, 1, int *p = &ref[ty][tx])
	    *p = reference[at + cols + 1 + tx + cols * ty];
	__partition (thread, 1, int *p = &temp[tx + 1][0])
	  *p = mine[cols + tx * cols];
	__partition (thread, 1, int *p = &temp[0][tx + 1])
	  *p = mine[1 + tx];
	__claim (thread, 1, int *p = &temp[0][0])
	  __split (thread) { __case (1) *p = mine[0]; }
	for (int m = 0; m < 2 * BS - 1; m++)
	  {
	    int x __perspective (thread, 1) = tx + 1, y __perspective (thread, 1) = m - tx + 1;
	    int v __perspective (thread, 1) = 0;
	    _Bool on __perspective (thread, 1) = y >= 1 && y <= BS;
	    __group (thread, 1)
	      if (on)
		v = max3 (temp[y - 1][x - 1] + ref[y - 1][x - 1], temp[y][x - 1] - penalty, temp[y - 1][x] - penalty);
	    __partition (thread, 1, int *p = &temp[y][x])
	      __group (thread, 1)
		if (on)
		  *p = v;
	  }
	for (int ty = 0; ty < BS; ty++)
	  __partition (thread, 1, int *p = mine + cols + 1 + tx + ty * cols)
	    *p = temp[ty + 1][tx + 1];
      }
}

int
main (void)
{
  enum { W = 4, C = W * BS + 1 };
  static int ref[C][C], m[C][C], w[C][C];
  for (int i = 1; i < C; i++)
    for (int j = 1; j < C; j++)
      ref[i][j] = (int) (t_random () % 21) - 10;
  for (int i = 0; i < C; i++)
    m[i][0] = m[0][i] = w[i][0] = w[0][i] = -10 * i;
  int *dr = t_dev (ref, sizeof ref), *dm = t_dev (m, sizeof m);
  for (int i = 1; i <= W; i++)
    LAUNCH (i, BS, needle, dr, dm, C, 10, i, W, UPPER);
  for (int i = W - 1; i >= 1; i--)
    LAUNCH (i, BS, needle, dr, dm, C, 10, i, W, LOWER);
  t_back (m, dm, sizeof m);
  OK (px_free (dr));
  for (int i = 1; i < C; i++)
    for (int j = 1; j < C; j++)
      {
	w[i][j] = host_max3 (w[i - 1][j - 1] + ref[i][j], w[i][j - 1] - 10, w[i - 1][j] - 10);
	CHECK (w[i][j] == m[i][j]);
      }
  return 0;
}
