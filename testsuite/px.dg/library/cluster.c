/* SPDX-License-Identifier: MIT */
/* Reductions and scans of a cluster against plain C; an operator that does not commute.  */
/* { dg-do run } */
/* { dg-final { scan-ptx {barrier\.cluster} } } */
/* { dg-final { scan-ptx-not {\.local} } } */
#include "aux/lib.h"
#include <px/library.h>

#define AFTER(f, g) ((struct line) { (g).a * (f).a, (g).a * (f).b + (g).b })

#define TEST(NAME, TYPE, OP, C, T, E)					\
  PX_CLUSTER_REDUCE (NAME##_reduce, TYPE, OP, C, T, E)			\
  PX_CLUSTER_SCAN (NAME##_scan, TYPE, OP, C, T, E)			\
  __kernel __requires (grid (1), cluster (C), threads (T)) void		\
  NAME##_kernel (const TYPE *in, TYPE *out, TYPE *totals)		\
  {									\
    int t __perspective (thread, 1) = px_id (thread);			\
    int b __perspective (block, 1) = px_id (block);			\
    TYPE v[E] __perspective (thread, 1), r __perspective (block, 1), s __perspective (block, 1); \
    _Pragma ("GCC unroll 8") for (int i = 0; i < (E); i++)		\
      v[i] = in[t * (E) + i];						\
    __group (block, C)							\
      {									\
	r = NAME##_reduce (v);						\
	s = NAME##_scan_inclusive (v);					\
      }									\
    __partition (thread, 1, TYPE *o = out + t * (E))			\
      _Pragma ("GCC unroll 8") for (int i = 0; i < (E); i++)		\
	o[i] = v[i];							\
    __partition (block, 1, TYPE *o = totals + 2 * b)			\
      __group (block, 1)						\
	__claim (thread, 1, TYPE *p = o)				\
	  __split (thread) __case (1) { p[0] = r; p[1] = s; }		\
  }									\
  static void NAME##_test (void)					\
  {									\
    enum { B = 2 * (C), each = (C) * (T) * (E), n = 2 * each };		\
    static TYPE in[n], out[n], totals[2 * B];				\
    for (int i = 0; i < n; i++)						\
      RANDOM (&in[i]);							\
    TYPE *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out), *ts = t_dev (0, sizeof totals); \
    LAUNCH (B, T, NAME##_kernel, d, o, ts);				\
    t_back (out, o, sizeof out);					\
    t_back (totals, ts, sizeof totals);					\
    OK (px_free (d));							\
    for (int i = 0; i < n; i++)						\
      {									\
	TYPE w = i % each ? OP (out[i - 1], in[i]) : in[i];		\
	CHECK (SAME (out[i], w));					\
      }									\
    for (int b = 0; b < 2 * B; b++)					\
      CHECK (SAME (totals[b], out[b / 2 / (C) * each + each - 1]));	\
  }

#define ALL(X)								\
  X (ints, int, PX_PLUS, 4, 64, 2)					\
  X (doubles, double, PX_LEAST, 2, 96, 1)				\
  X (lines, struct line, AFTER, 8, 32, 3)
ALL (TEST)

#define RUN(NAME, ...) NAME##_test ();

int
main (void)
{
  ALL (RUN)
  return 0;
}
