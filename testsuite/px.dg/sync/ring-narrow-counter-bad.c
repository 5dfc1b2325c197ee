/* SPDX-License-Identifier: MIT */
/* A slot by a number of 8 bits that wraps around, or may: not that of the turn.  */
/* { dg-do compile } */
#include <px.h>

#define KERNEL(name, turns)						\
  __kernel __requires (grid (1), block (1), threads (64), smem (384)) void \
  name (const int *in, int *restrict out, int n)				\
  {									\
    __partition (block, 1, int *o = out + 32 * px_id (block))		\
    __group (block, 1)							\
      {									\
	__shared __slots (3) int r[3][32];				\
	__claim (thread, 32, int *mine = o)				\
	__split (thread)						\
	  {								\
	    __case (32)							\
	      {								\
		int t __perspective (thread, 1) = px_id (thread);	\
		for (int i = 0; turns; i++)				\
		  {							\
		    unsigned char c = i;				\
		    __partition (thread, 1, int *w = r[c % 3] + t)	\
		      *w = in[i];					\
		  }							\
	      }								\
	    __case (32)							\
	      {								\
		int t __perspective (thread, 1) = px_id (thread);	\
		unsigned v __perspective (thread, 1) = 0;		\
		for (int i = 0; turns; i++)				\
		  v = 3 * v + r[i % 3][31 - t];				\
		__partition (thread, 1, int *q = mine + t)		\
		  *q = v;						\
	      }								\
	  }								\
      }									\
  }

KERNEL (any, i < n)	/* { dg-error "PX707" } */
KERNEL (more, i < 300)	/* { dg-error "PX707" } */
KERNEL (fits, i < 255)
