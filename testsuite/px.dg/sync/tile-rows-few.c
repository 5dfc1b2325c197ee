/* SPDX-License-Identifier: MIT */
/* As tile-rows.c, but nothing says that N is large: where it is 1, rows meet, so there is a barrier in each turn.  */
/* { dg-do compile } */
/* { dg-final { scan-ptx-times {bar\.sync} 8 } } */
#include "../aux/t.h"

enum
{
  T = 64,
  ROWS = 4,
  W = 128
};

#define TILE(NAME, COLUMNS, STORE) \
  __kernel __requires (grid (1), block (1), threads (T)) void NAME (float *c, int n) \
  { \
    int br __perspective (block, 1) = px_id (block) / (COLUMNS), \
				 bc __perspective (block, 1) = px_id (block) % (COLUMNS); \
    __partition (block, 1, float *tile = c + br * 16 * n + bc * W) __group (block, 1) \
    { \
      int t __perspective (thread, 1) = px_id (thread), r __perspective (thread, 1) = t / 16, \
				   k __perspective (thread, 1) = t % 16; \
      for (int m = 0; m < ROWS; m++) \
	for (int j = 0; j < 8; j += 4) \
	  __partition (thread, 1, float *o = tile + (r * ROWS + m) * n + k * 8 + j) STORE; \
    } \
  }

#define VECTOR \
  *(px_float4 *) o = (px_float4) \
  { \
    (float) m, (float) j, (float) t, 1 \
  }
TILE (any, 2, VECTOR) /* { dg-warning "PX403" } */
/* { dg-message {a write by one} "" { target *-*-* } .-1 } */
/* { dg-message {a write by the other} "" { target *-*-* } .-2 } */
/* { dg-message {if no launch is like this} "" { target *-*-* } .-3 } */
