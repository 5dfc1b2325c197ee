/* SPDX-License-Identifier: MIT */
/* Kernel NAME (c, n) with the facts FACTS: each block writes a tile of 16 rows and W columns to a matrix C of N columns, COLUMNS
   tiles wide; each thread ROWS rows of 8 numbers, four at a time by STORE, which makes *o m, j, t and 1.  */
#include "../../aux/t.h"

enum { T = 64, ROWS = 4, W = 128 };

#define VECTOR *(px_float4 *) o = (px_float4) { (float) m, (float) j, (float) t, 1 }
#define NUMBERS o[0] = (float) m, o[1] = (float) j, o[2] = (float) t, o[3] = 1

#define TILE(NAME, FACTS, COLUMNS, STORE) \
  __kernel __requires (grid (1), block (1), threads (T)) FACTS void \
  NAME (float *c, int n) \
  { \
    int b = px_id (block), br = b / (COLUMNS), bc = b % (COLUMNS); \
    __partition (block, 1, float *tile = c + br * 16 * n + bc * W) \
      __group (block, 1) \
	{ \
	  int t = px_id (thread), r = t / 16, k = t % 16; \
	  for (int m = 0; m < ROWS; m++) \
	    for (int j = 0; j < 8; j += 4) \
	      __partition (thread, 1, float *o = tile + (r * ROWS + m) * n + k * 8 + j) STORE; \
	} \
  }
