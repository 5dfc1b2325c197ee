/* SPDX-License-Identifier: MIT */
/* Reductions, scans and shuffles of warps and parts of warps; of a thread's own array.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-not {\.local} } } */
/* { dg-final { scan-ptx-not {bar\.} } } */
#include "aux/lib.h"
#include <px/library.h>

enum { T = 64 };
#define AFTER(f, g) ((struct line) { (g).a * (f).a, (g).a * (f).b + (g).b })

#define TEST(NAME, TYPE, OP, FIRST, W)					\
  PX_WARP_REDUCE (NAME##_reduce, TYPE, OP, W)				\
  PX_WARP_SCAN (NAME##_scan, TYPE, OP, W)				\
  /* The kernels' results, one for each unit, in turn.  */		\
  ITEMS_KERNEL (NAME##_0, TYPE, int, T, 1, __group (thread, W) v[0] = NAME##_reduce (v[0])) \
  ITEMS_KERNEL (NAME##_1, TYPE, int, T, 1, __group (thread, W) v[0] = NAME##_reduce_some (v[0], n)) \
  ITEMS_KERNEL (NAME##_2, TYPE, int, T, 1, __group (thread, W) NAME##_scan_inclusive (v)) \
  ITEMS_KERNEL (NAME##_3, TYPE, int, T, 1, __group (thread, W) { TYPE x = FIRST; NAME##_scan_exclusive (v, x); }) \
  ITEMS_KERNEL (NAME##_4, TYPE, int, T, 1, __group (thread, W) v[0] = NAME##_scan_inclusive (v)) \
  static void NAME##_run (int which, int count)				\
  {									\
    TYPE first = FIRST;							\
    __typeof__ (&NAME##_0) kernels[] = { NAME##_0, NAME##_1, NAME##_2, NAME##_3, NAME##_4 }; \
    ITEMS_RUN (kernels[which], TYPE, int, 2, T, 1, count);		\
    for (int i = 0; i < n; i += W)					\
      {									\
	TYPE all = in[i], some = in[i], below = in[i];			\
	for (int k = 1; k < W; k++)					\
	  {								\
	    all = OP (all, in[i + k]);					\
	    if (k < count)						\
	      some = OP (some, in[i + k]);				\
	  }								\
	for (int k = 0; k < W; k++)					\
	  {								\
	    TYPE e = k ? OP (first, below) : first;			\
	    if (k)							\
	      below = OP (below, in[i + k]);				\
	    TYPE want = which == 1 ? some : which == 2 ? below : which == 3 ? e : all; \
	    CHECK (SAME (out[i + k], want));				\
	  }								\
      }									\
  }									\
  static void NAME##_test (void)					\
  {									\
    NAME##_run (0, 0), NAME##_run (2, 0), NAME##_run (3, 0), NAME##_run (4, 0); \
    NAME##_run (1, 1), NAME##_run (1, W / 2 + 1), NAME##_run (1, W - 1), NAME##_run (1, W); \
  }

#define ALL(X)								\
  X (ints, int, PX_PLUS, 7, 32)						\
  X (bytes, unsigned char, PX_PLUS, 7, 16)				\
  X (shorts, short, PX_GREATEST, -1, 8)					\
  X (doubles, double, PX_PLUS, 7, 32)					\
  X (longs, long, PX_BITS_OR, 7, 2)					\
  X (floats, float, PX_LEAST, 7, 4)					\
  X (lines, struct line, AFTER, ((struct line) { 3, 5 }), 32)

ALL (TEST)

PX_WARP_SHUFFLE (move, struct line, 16)
ITEMS_KERNEL (moves, struct line, int, T, 1,
  __group (thread, 16)
    {
      int lane __perspective (thread, 1) = px_id (thread);
      struct line up __perspective (thread, 1) = move_up (v[0], 3), down __perspective (thread, 1) = move_down (v[0], 2),
	x __perspective (thread, 1) = move_xor (v[0], 5), at __perspective (thread, 1) = move_index (v[0], 15 - lane),
	first = move_broadcast (v[0]);
      v[0].a = up.a + 3 * down.a + 5 * x.a + 7 * at.a + 11 * first.a;
      v[0].b = up.b + 3 * down.b + 5 * x.b + 7 * at.b + 11 * first.b;
    })

static void
moves_test (void)
{
  ITEMS_RUN (moves, struct line, int, 1, T, 1, 0);
  for (int i = 0; i < n; i++)
    {
      int l = i % 16;
      struct line *p = in + i - l, up = p[l < 3 ? l : l - 3], down = p[l + 2 > 15 ? l : l + 2], x = p[l ^ 5], at = p[15 - l];
      CHECK (out[i].a == up.a + 3 * down.a + 5 * x.a + 7 * at.a + 11 * p->a);
      CHECK (out[i].b == up.b + 3 * down.b + 5 * x.b + 7 * at.b + 11 * p->b);
    }
}

/* Of one thread.  */
enum { E = 5 };
PX_THREAD_REDUCE (own, struct line, AFTER, E)
PX_THREAD_SCAN (own, struct line, AFTER, E)
PX_THREAD_SORT (order, int, int, PX_LESS, E)
ITEMS_KERNEL (own_reduce, struct line, int, T, E, __group (thread, 1) v[0] = n ? own_some (v, n) : own (v))
ITEMS_KERNEL (own_scan, struct line, int, T, E,
  __group (thread, 1)
    {
      struct line first = { 3, 5 };
      struct line all = n == 0 ? own_inclusive (v) : n == 1 ? own_exclusive (v, first) : own_inclusive_after (v, first);
      v[0].b ^= all.a;
    })
ITEMS_KERNEL (own_sort, int, int, T, E,
  __group (thread, 1)
    {
      int at[E];
      _Pragma ("GCC unroll 8") for (int i = 0; i < E; i++)
	at[i] = i;
      if (n)
	order_keys (v);
      else
	{
	  order (v, at);
	  _Pragma ("GCC unroll 8") for (int i = 0; i < E; i++)
	    v[i] = v[i] * 8 + at[i];
	}
    })

static void
own_test (int which)
{
  ITEMS_RUN (own_scan, struct line, int, 1, T, E, which);
  for (int t = 0; t < T; t++)
    {
      struct line first = { 3, 5 }, s = which ? first : in[t * E], w[E];
      for (int i = 0; i < E; i++)
	{
	  w[i] = s;
	  if (which || i)
	    s = AFTER (s, in[t * E + i]);
	  if (which != 1)
	    w[i] = s;
	}
      w[0].b ^= s.a;
      for (int i = 0; i < E; i++)
	CHECK (SAME (out[t * E + i], w[i]));
    }
}

static void
reduce_test (int count)
{
  ITEMS_RUN (own_reduce, struct line, int, 1, T, E, count);
  for (int t = 0; t < T; t++)
    {
      struct line s = in[t * E];
      for (int i = 1; i < (count ? count : E); i++)
	s = AFTER (s, in[t * E + i]);
      CHECK (SAME (out[t * E], s));
    }
}

static void
sort_test (int keys)
{
  ITEMS_RUN (own_sort, int, int, 1, T, E, keys);
  for (int t = 0; t < T; t++)
    {
      int *p = in + t * E, w[E];
      for (int i = 0, rank; i < E; w[rank] = keys ? p[i] : p[i] * 8 + i, i++)
	for (int k = rank = 0; k < E; k++)
	  rank += p[k] < p[i] || (p[k] == p[i] && k < i);
      CHECK (!memcmp (w, out + t * E, sizeof w));
    }
}

#define RUN(NAME, ...) NAME##_test ();

int
main (void)
{
  ALL (RUN)
  moves_test ();
  own_test (0), own_test (1), own_test (2);
  reduce_test (0), reduce_test (1), reduce_test (3);
  sort_test (0), sort_test (1);
  return 0;
}
