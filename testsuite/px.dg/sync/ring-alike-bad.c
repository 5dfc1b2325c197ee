/* SPDX-License-Identifier: MIT */
/* Two limits that are spelled alike are two values: a parameter, and a variable of the file that an
   inline function reads.  */
/* { dg-do compile } */
#include <px.h>

enum { S = 2, P = 32 };
__constant int rows = 4;
struct range { int end; };
__constant struct range range = { 3 };

__device static inline __requires (block (1)) __perspective (block, 1) int rows_of_all (void) { return rows; }
__device static inline __requires (block (1)) __perspective (block, 1) int end_of_all (void) { return range.end; }

#define KERNEL(name, parameter, one, other) \
__kernel __requires (grid (1), block (1), threads (2 * P), smem (4 * S * P)) void \
name (const int *in, int *out, parameter) \
{ \
  int b __perspective (block, 1) = px_id (block); \
  __partition (block, 1, int *o = out + b * P) \
    __group (block, 1) \
      { \
	int few __perspective (block, 1) = one, many __perspective (block, 1) = other; \
	__shared __slots (S) int x[S][P]; \
	__claim (thread, P, int *mine = o) \
	  __split (thread) \
	    { \
	      __case (P) \
		{ \
		  int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0; \
		  for (int i = 0; i < few; i++) \
		    __group (thread, 1) sum += x[i % S][P - 1 - t]; \
		  __partition (thread, 1, int *q = mine + t) \
		    __group (thread, 1) *q = sum; \
		} \
	      __case (P) \
		{ \
		  int t __perspective (thread, 1) = px_id (thread); \
		  for (int i = 0; i < many; i++) \
		    __partition (thread, 1, int *w = x[i % S] + t) \
		      __group (thread, 1) *w = in[i * P + t]; \
		} \
	    } \
      } \
}

KERNEL (number, int rows, rows, rows_of_all ())	/* { dg-error {filled rows'2 times, but drained rows times[^\n]*PX708} } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (member, struct range range, end_of_all (), range.end)	/* { dg-error {PX708} } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (same_number, int rows, rows_of_all (), few)
