/* SPDX-License-Identifier: MIT */
/* A kernel in which one branch does what comes last with slot i % S of a ring in each of n turns, another DRAIN.  */
#include <px.h>

enum { S = 3, P = 64 };

#define TURNS(name, drain, ...) \
  __kernel __requires (grid (1), block (1), threads (2 * P), smem (4 * S * P)) void \
  name (const int *in, int *out, int n) \
  { \
    int b __perspective (block, 1) = px_id (block); \
    __partition (block, 1, int *o = out + b * P) \
      __group (block, 1) \
	{ \
	  __shared __slots (S) int x[S][P]; \
	  __claim (thread, P, int *mine = o) \
	    __split (thread) \
	      { \
		__case (P) \
		  { \
		    int t __perspective (thread, 1) = px_id (thread); \
		    for (int i = 0; i < n; i++) \
		      { __VA_ARGS__ } \
		  } \
		__case (P) \
		  { \
		    int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0; \
		    for (int i = 0; i < n; i++) \
		      { drain } \
		    __each (thread, int *w = mine + t) *w = sum; \
		  } \
	      } \
	} \
  }
