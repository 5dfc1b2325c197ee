/* SPDX-License-Identifier: MIT */
#include "blocks.h"

#define BLOCK_REDUCE(name, warp_op, op) \
__device BLOCK int name (int v __perspective (thread, 1)) \
{ \
  __shared int part[BT / 32]; \
  int w __perspective (thread, 32) = warp_op (v); \
  __partition (thread, 32, int *p = part + px_id (thread, 32)) \
    __group (thread, 32) \
      { \
	int lane __perspective (thread, 1) = px_id (thread); \
	__partition (thread, 1, int *q = p + lane) \
	  __group (thread, 1) \
	    if (!lane) \
	      *q = w; \
      } \
  int r = part[0]; \
  for (int i = 1; i < BT / 32; i++) \
    r = op (r, part[i]); \
  return r; \
}
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define ADD(a, b) ((a) + (b))
BLOCK_REDUCE (block_max, px_reduce_max, MAX)
BLOCK_REDUCE (block_sum, px_reduce_add, ADD)
