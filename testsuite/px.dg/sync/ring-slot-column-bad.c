/* SPDX-License-Identifier: MIT */
/* An element of a tile in a slot whose column may be one of the next strip, which the tile does not have.  */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
#include "../aux/t.h"

enum { S = 2, T = 128 };
typedef px_tile (px_bf16, 64, 16, 32) tile;

#define KERNEL(name, COLUMN) \
  __kernel __requires (threads (T + 32), smem (S * sizeof (tile))) void \
  name (const px_tensor_map m, int *out, int n) \
  { \
    __each (block, int *o = out + px_id (block) * T) \
      { \
	__shared __slots (S) tile x[S]; \
	__claim (thread, T, int *mine = o) \
	  __split (thread) \
	    { \
	      __case (T) \
		{ \
		  int t = px_id (thread), sum __perspective (thread) = 0; \
		  for (int i = 0; i < n; i++) \
		    sum = 3 * sum + px_at (&x[i % S], t % 64, COLUMN).bits; \
		  __partition (thread, int *q = mine + t) \
		    *q = sum; \
		} \
	      __case (32) \
		for (int i = 0; i < n; i++) \
		  __async (tile *a = &x[i % S]) \
		    px_tensor_load (a, &m, i * 16, 0); \
	    } \
      } \
  }
KERNEL (one_more, t % 17) /* { dg-error {ring 'x': the slot is not[^\n]*PX707} } */
KERNEL (any, t) /* { dg-error {ring 'x': the slot is not[^\n]*PX707} } */
KERNEL (bit, t & 31) /* { dg-error {ring 'x': the slot is not[^\n]*PX707} } */
