/* SPDX-License-Identifier: MIT */
/* Rings of S slots that one warp fills and W threads drain, as FILLS and DRAINS say, with FACTS beside the signature.  */
#include "../../aux/t.h"

enum
{
  S = 4,
  W = 128,
  T = W + 32,
  M = 48
};

#define FILL(k) __async (unsigned *to = x[(k) % S]) px_bulk_load (to, in + (k) * W, W * 4);
#define USE(k) sum = 3 * sum + x[(k) % S][W - 1 - px_id (thread)];

#define RING(name, FACTS, FILLS, DRAINS) \
  __kernel __requires (threads (T), smem (S * W * 4)) FACTS void \
  name (const unsigned *in, unsigned *out, int n, int m) \
  { \
    int b = px_id (block); \
    __each (block, unsigned *o = out + b * W) \
      { \
	__shared __slots (S) unsigned x[S][W]; \
	__claim (thread, W, unsigned *mine = o) \
	  __split (thread) \
	    { \
	      __case (W) \
		{ \
		  unsigned sum __perspective (thread, 1) = 0; \
		  DRAINS \
		  __partition (thread, 1, unsigned *own = mine + px_id (thread)) \
		    *own = sum; \
		} \
	      __case (32) { FILLS } \
	    } \
      } \
  }
