/* SPDX-License-Identifier: MIT */
/* Reductions of a block, of all items and of some, against plain C.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-not {\.local} } } */
#include "aux/lib.h"
#include <px/block.h>

#define AFTER(f, g) ((struct line) { (g).a * (f).a, (g).a * (f).b + (g).b })

#define TEST(NAME, TYPE, OP, T, E)					\
  PX_BLOCK_REDUCE (NAME, TYPE, OP, T, E)				\
  ITEMS_KERNEL (NAME##_all, TYPE, TYPE, T, E, r = n ? NAME##_some (v, n) : NAME (v)) \
  static void NAME##_test (int count)					\
  {									\
    ITEMS_RUN (NAME##_all, TYPE, TYPE, 2, T, E, count);			\
    for (int b = 0; b < 2; b++)						\
      {									\
	TYPE w = in[b * T * E];						\
	for (int i = 1; i < (count ? count : T * E); i++)		\
	  w = OP (w, in[b * T * E + i]);				\
	CHECK (SAME (results[b], w));					\
      }									\
  }									\
  static void NAME##_tests (void)					\
  {									\
    static const int counts[] = { 0, 1, 2, T * E / 3 + 1, T * E / 2 + 1, T * E - 1, T * E }; \
    for (int i = 0; i < (int) (sizeof counts / sizeof *counts); i++)	\
      NAME##_test (counts[i]);						\
  }

#define ALL(X)								\
  X (ints, int, PX_PLUS, 128, 4)					\
  X (bytes, unsigned char, PX_PLUS, 64, 3)				\
  X (shorts, short, PX_GREATEST, 48, 2)					\
  X (doubles, double, PX_PLUS, 100, 2)					\
  X (longs, long, PX_BITS_XOR, 8, 5)					\
  X (floats, float, PX_LEAST, 512, 1)					\
  X (lines, struct line, AFTER, 96, 3)					\
  X (one, struct line, AFTER, 32, 1)

ALL (TEST)

#define RUN(NAME, ...) NAME##_tests ();

int
main (void)
{
  ALL (RUN)
  return 0;
}
