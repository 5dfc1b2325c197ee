/* SPDX-License-Identifier: MIT */
/* A branch that uses a slot of ring ONE as long as it uses N + 1 of ring MANY, first one and then those of a loop, in each
   of N turns; FILLS is a turn I of the other branch, in which K counts what is filled of MANY.  */
#include "../../aux/t.h"

enum { P = 32, N = 5 };

#define FILL(slot, row) \
  __partition (thread, 1, int *w = (slot) + t) __group (thread, 1) *w = in[(row) * P + t];
#define FILL_MANY \
  FILL (many[k % 2], i) \
  k++; \
  for (int j = 1; j <= n; j++) \
    { \
      FILL (many[k % 2], i + j) \
      k++; \
    }

#define KERNEL(name, fills) \
  __kernel __requires (block (1), threads (2 * P), smem (4 * 4 * P)) void \
  name (const int *in, int *out, int n) \
  { \
    __group (block, 1) \
      { \
	__shared __slots (2) int one[2][P], many[2][P]; \
	__split (thread) \
	  { \
	    __case (P) \
	      { \
		int t __perspective (thread, 1) = P - 1 - px_id (thread), sum __perspective (thread, 1) = 0, k = 0; \
		for (int i = 0; i < n; i++) \
		  { \
		    __group (thread, 1) sum += one[i % 2][t] * many[k % 2][t]; \
		    k++; \
		    for (int j = 1; j <= n; j++) \
		      { \
			__group (thread, 1) sum += one[i % 2][t] * many[k % 2][t]; \
			k++; \
		      } \
		  } \
		px_atomic_add (out + px_id (thread), sum); \
	      } \
	    __case (P) \
	      { \
		int t __perspective (thread, 1) = px_id (thread), k = 0; \
		for (int i = 0; i < n; i++) \
		  { \
		    fills \
		  } \
	      } \
	  } \
      } \
  }
