/* SPDX-License-Identifier: MIT */
/* As ring.h, for rings of any number of SLOTS that one warp fills by copies, as PRODUCER says; BESIDE declares another one.  */
#include "ring.h"

#ifndef BESIDE
#  define BESIDE(SLOTS)
#endif

#define BULK(name, SLOTS, producer, consumer) \
  __kernel __requires (grid (1), block (1), threads (32 + C), smem (8 * SLOTS * P)) void \
  name (const int *in, int *out, int n) \
  { \
    int b __perspective (block, 1) = px_id (block); \
    __partition (block, 1, int *o = out + b * C) \
      __group (block, 1) \
	{ \
	  __shared __slots (SLOTS) int x[SLOTS][P]; \
	  BESIDE (SLOTS) \
	  __claim (thread, C, int *mine = o) \
	    __split (thread) \
	      { \
		__case (32) producer \
		__case (C) \
		  { \
		    int t __perspective (thread, 1) = px_id (thread); \
		    int sum __perspective (thread, 1) = 0; \
		    consumer \
		    __partition (thread, 1, int *q = mine + t) \
		      __group (thread, 1) *q = sum; \
		  } \
	      } \
	} \
  }
