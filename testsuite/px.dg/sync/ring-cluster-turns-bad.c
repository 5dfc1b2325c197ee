/* SPDX-License-Identifier: MIT */
/* A ring that reaches both blocks of a cluster is used as often in both: behind a loop of as many
   turns as each block finds for itself (mine), which is refused, unlike one that both run alike
   (theirs), also where what decides is made of the block's number.  */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
#include <px.h>
enum { S = 3 };
typedef px_tile (px_bf16, 64, 64, 128) tile;

#define KERNEL(NAME, WHOSE) \
__kernel __requires (grid (1), threads (256), cluster (2)) void \
NAME (px_tensor_map m __perspective (grid, 1), const int *list __perspective (grid, 1), float *out) \
{ \
  int pair __perspective (block, 2) = px_id (block, 2); \
  __partition (block, 2, float *op = out + pair * 256) \
    __group (block, 2) \
      { \
	int r __perspective (block, 1) = px_id (block); \
	__shared __slots (S) tile a[S]; \
	__partition (block, 1, float *o = op + r * 128) \
	  __group (block, 1) \
	    { \
	      int turns = 0; \
	      while (list[WHOSE * 100 + turns]) \
		turns++; \
	      __claim (thread, 128, float *mine = o) \
		__split (thread) \
		  { \
		    __case (128) \
		      for (int i = 0; i < turns; i++) \
			__async (tile *x = &a[i % S]) \
			  if (r == 0) \
			    px_tensor_load_multicast (x, &m, 3, 0, i * 64); \
		    __case (128) \
		      { \
			int t __perspective (thread, 1) = px_id (thread); \
			float s __perspective (thread, 1) = 0; \
			for (int i = 0; i < turns; i++) \
			  __group (thread, 1) \
			    s += px_to_float (px_at (&a[i % S], t / 4, t % 4)); \
			__partition (thread, 1, float *q = mine + t) \
			  __group (thread, 1) \
			    *q = s; \
		      } \
		  } \
	    } \
      } \
}
KERNEL (theirs, pair)
KERNEL (mine, r)	/* { dg-error {ring .a.: other blocks of the cluster may take another number of turns, as that depends on .turns., which does not live at block\[2\] \[PX707\]} } */
