/* SPDX-License-Identifier: MIT */
/* Sorts, ranks, merges, the n-th key and histograms of a block, against plain C.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-not {\.local} } } */
#include "aux/lib.h"
#include <px/library.h>

#define UNROLL _Pragma ("GCC unroll 32")
#define LESS(a, b) ((a) < (b))

/* How many of the N keys at P come before P[i], if equal ones keep their order.  */
#define RANK(P, N, I, DOWN)						\
  ({									\
    int r = 0;								\
    for (int k = 0; k < (N); k++)					\
      r += (DOWN ? (P)[k] > (P)[I] : (P)[k] < (P)[I]) || ((P)[k] == (P)[I] && k < (I)); \
    r;									\
  })

#define SORT(NAME, KEY, T, E)						\
  PX_BLOCK_RADIX_SORT (NAME, KEY, T, E)					\
  PX_BLOCK_RADIX_SORT_PAIRS (NAME##_pairs, KEY, short, T, E)		\
  ITEMS_KERNEL (NAME##_0, KEY, int, T, E, NAME (v))			\
  ITEMS_KERNEL (NAME##_1, KEY, int, T, E, NAME##_descending (v))	\
  NUMBERED (NAME##_2, KEY, T, E, NAME##_pairs (v, at))			\
  NUMBERED (NAME##_3, KEY, T, E, NAME##_pairs_descending (v, at))	\
  CHECKED (NAME, KEY, T, E, 4)						\
  /* Some bits only: the same as all, where no key has others.  */

#define MERGE_SORT(NAME, KEY, T, E)					\
  PX_BLOCK_MERGE_SORT (NAME, KEY, short, LESS, T, E)			\
  ITEMS_KERNEL (NAME##_0, KEY, int, T, E, NAME##_keys (v))		\
  NUMBERED (NAME##_2, KEY, T, E, NAME (v, at))				\
  enum { NAME##_1, NAME##_3 };						\
  CHECKED (NAME, KEY, T, E, 3)

/* Keys with values: the items' numbers; R counts those that do not fit the input.  */
#define NUMBERED(NAME, KEY, T, E, ...)					\
  PX_BLOCK_REDUCE (NAME##_wrong, int, PX_PLUS, T, 1)			\
  ITEMS_KERNEL (NAME, KEY, int, T, E,					\
    short at[E] __perspective (thread, 1);				\
    int wrong __perspective (thread, 1) = 0;				\
    UNROLL for (int i = 0; i < (E); i++)				\
      at[i] = t * (E) + i;						\
    __VA_ARGS__;							\
    UNROLL for (int i = 0; i < (E); i++)				\
      wrong += in[b * ((T) * (E)) + at[i]] != v[i];			\
    r = NAME##_wrong (&wrong))

#define CHECKED(NAME, KEY, T, E, KINDS)					\
  static void NAME##_test (int which)					\
  {									\
    typedef void kernel (const KEY *, KEY *, int *, int);		\
    kernel *kernels[] = { (kernel *) NAME##_0, (kernel *) NAME##_1, (kernel *) NAME##_2, (kernel *) NAME##_3 }; \
    ITEMS_RUN (kernels[which], KEY, int, 2, T, E, 0);			\
    for (int b = 0; b < 2; b++)						\
      for (int i = 0; i < (T) * (E); i++)				\
	CHECK (out[b * (T) * (E) + RANK (in + b * (T) * (E), (T) * (E), i, which % 2)] == in[b * (T) * (E) + i]); \
    CHECK (results[0] == 0 && results[1] == 0);				\
  }									\
  static void NAME##_tests (void)					\
  {									\
    for (int i = 0; i < 4; i++)						\
      if (KINDS == 4 || i % 2 == 0)					\
	NAME##_test (i);						\
  }

#define SORTS(X)							\
  X (ints, int, 64, 4)							\
  X (floats, float, 48, 3)						\
  X (doubles, double, 32, 2)						\
  X (bytes, unsigned char, 128, 3)					\
  X (shorts, short, 64, 1)						\
  X (longs, long, 64, 2)
#define MERGE_SORTS(X)							\
  X (merged_ints, int, 64, 4)						\
  X (merged_doubles, double, 128, 1)					\
  X (merged_bytes, unsigned char, 32, 5)
SORTS (SORT)
MERGE_SORTS (MERGE_SORT)

/* A merge of what the first 100 and the others are, both in order.  */
enum { T = 64, E = 4, N = T * E, A = 100 };
PX_BLOCK_MERGE (merge, int, PX_LESS, T, E)
ITEMS_KERNEL (merges, int, int, T, E, merge (in + b * N, A, in + b * N + A, n, v))
static void
merge_test (int nb)
{
  static int in[N], out[N], results[1];
  for (int i = 0; i < N; i++)
    in[i] = (i < A ? i : i - A) * (i < A ? 3 : 2) / 2;
  int *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out), *rs = t_dev (0, sizeof results);
  LAUNCH (1, T, merges, d, o, rs, nb);
  t_back (out, o, sizeof out);
  OK (px_free (d));
  OK (px_free (rs));
  for (int i = 0; i < N; i++)
    CHECK (out[i < A + nb ? RANK (in, A + nb, i, 0) : i] == in[i]);
}

#define KTH(NAME, KEY, T, E)						\
  PX_BLOCK_TOP_K (NAME, KEY, T, E)					\
  ITEMS_KERNEL (NAME##_l, KEY, KEY, T, E, r = NAME##_largest (v, n))	\
  ITEMS_KERNEL (NAME##_s, KEY, KEY, T, E, r = NAME##_smallest (v, n))	\
  static void NAME##_test (int down, int kth)				\
  {									\
    ITEMS_RUN (down ? NAME##_l : NAME##_s, KEY, KEY, 2, T, E, kth);	\
    for (int b = 0; b < 2; b++)						\
      for (int i = 0; i < (T) * (E); i++)				\
	if (RANK (in + b * (T) * (E), (T) * (E), i, down) == kth - 1)	\
	  CHECK (results[b] == in[b * (T) * (E) + i]);			\
  }									\
  static void NAME##_tests (void)					\
  {									\
    for (int down = 0; down < 2; down++)				\
      NAME##_test (down, 1), NAME##_test (down, (T) * (E) / 3), NAME##_test (down, (T) * (E)); \
  }
#define KTHS(X)								\
  X (kth_int, int, 64, 3)						\
  X (kth_float, float, 48, 2)						\
  X (kth_byte, unsigned char, 32, 4)					\
  X (kth_long, long, 32, 1)
KTHS (KTH)

PX_BLOCK_HISTOGRAM (histogram, unsigned char, 256, T, E)
ITEMS_KERNEL (counts, unsigned char, unsigned, T, E,
  __shared unsigned count[256];
  histogram_clear (count);
  histogram_add (v, count);
  histogram_add_some (v, count, n);
  r = count[n % 256])
static void
histogram_test (int some)
{
  ITEMS_RUN (counts, unsigned char, unsigned, 2, T, E, some);
  for (int b = 0; b < 2; b++)
    {
      unsigned w = 0;
      for (int i = 0; i < N; i++)
	w += (in[b * N + i] == some % 256) * (1 + (i < some));
      CHECK (results[b] == w);
    }
}

#define RUN(NAME, ...) NAME##_tests ();

int
main (void)
{
  SORTS (RUN)
  MERGE_SORTS (RUN)
  merge_test (0), merge_test (1), merge_test (N - A), merge_test (77);
  KTHS (RUN)
  for (int i = 0; i < 30; i++)
    histogram_test (i * 9);
  return 0;
}
