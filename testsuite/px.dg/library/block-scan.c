/* SPDX-License-Identifier: MIT */
/* Scans of a block against plain C: types, an operator that does not commute, blocks that are
   no multiple of a warp.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-not {\.local} } } */
#include "aux/lib.h"
#include <px/block.h>

#define TEST(NAME, TYPE, OP, FIRST, T, E)				\
  PX_BLOCK_SCAN (NAME, TYPE, OP, T, E)					\
  ITEMS_KERNEL (NAME##_i, TYPE, TYPE, T, E, r = NAME##_inclusive (v))	\
  ITEMS_KERNEL (NAME##_e, TYPE, TYPE, T, E, TYPE x = FIRST; r = NAME##_exclusive (v, x)) \
  ITEMS_KERNEL (NAME##_b, TYPE, TYPE, T, E, r = NAME##_before (v))	\
  static void NAME##_test_i (void)					\
  {									\
    ITEMS_RUN (NAME##_i, TYPE, TYPE, 3, T, E, 0);			\
    for (int i = 0; i < n; i++)						\
      {									\
	TYPE w = i % (T * E) ? OP (out[i - 1], in[i]) : in[i];		\
	CHECK (SAME (out[i], w));					\
	CHECK ((i + 1) % (T * E) || SAME (results[i / (T * E)], w));	\
      }									\
  }									\
  static void NAME##_test_e (void)					\
  {									\
    ITEMS_RUN (NAME##_e, TYPE, TYPE, 3, T, E, 0);			\
    for (int b = 0; b < 3; b++)						\
      {									\
	TYPE w = FIRST, all = in[b * T * E];				\
	for (int i = b * T * E; i < (b + 1) * T * E; i++)		\
	  {								\
	    CHECK (SAME (out[i], w));					\
	    w = OP (w, in[i]);						\
	    if (i % (T * E))						\
	      all = OP (all, in[i]);					\
	  }								\
	CHECK (SAME (results[b], all));					\
      }									\
  }									\
  static void NAME##_test_b (void)					\
  {									\
    ITEMS_RUN (NAME##_b, TYPE, TYPE, 3, T, E, 0);			\
    for (int i = 0; i < n; i++)						\
      {									\
	TYPE w = in[i];							\
	if (i % (T * E) == 1)						\
	  w = in[i - 1];						\
	else if (i % (T * E))						\
	  w = OP (out[i - 1], in[i - 1]);				\
	CHECK (SAME (out[i], w));					\
      }									\
  }

#define after_1 ((struct line) { 3, 5 })
#define ALL(X)								\
  X (ints, int, PX_PLUS, 7, 128, 4)					\
  X (bytes, unsigned char, PX_PLUS, 7, 64, 3)				\
  X (shorts, short, PX_GREATEST, -1, 48, 2)				\
  X (doubles, double, PX_PLUS, 7, 100, 2)				\
  X (longs, long, PX_BITS_XOR, 7, 8, 5)					\
  X (floats, float, PX_LEAST, 7, 1024, 1)				\
  X (lines, struct line, AFTER, after_1, 96, 3)				\
  X (one, struct line, AFTER, after_1, 32, 1)				\
  X (pair, int, PX_PLUS, 1, 2, 4)

/* The host has no device functions.  */
#define AFTER(f, g) ((struct line) { (g).a * (f).a, (g).a * (f).b + (g).b })

ALL (TEST)

#define RUN(NAME, ...) NAME##_test_i (), NAME##_test_e (), NAME##_test_b ();

int
main (void)
{
  ALL (RUN)
  return 0;
}
