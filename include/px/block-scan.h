/* SPDX-License-Identifier: MIT */
/* Reductions and scans of a block, and what compares neighbours (px/collective.h says how
   all of them are made).  */
#ifndef PX_BLOCK_SCAN_H
#define PX_BLOCK_SCAN_H

#include <px/warp.h>

#pragma GCC system_header

/* PX_BLOCK_REDUCE (name, type, op, threads, items): in the items' order; lives at block[1].
     type name (const type *v)
     type name_some (const type *v, n)   of the first N items of the block, 1 to all  */
#define PX_BLOCK_REDUCE(NAME, TYPE, OP, THREADS, ITEMS)			\
  PX_THREAD_REDUCE (NAME##__thread, TYPE, OP, ITEMS)			\
  PX_WARP_REDUCE (NAME##__warp, TYPE, OP, __px_width (THREADS))		\
  __px_of_block (THREADS) TYPE						\
  NAME (const TYPE *__v __px_own)					\
  {									\
    enum { __W = __px_width (THREADS), __N = (THREADS) / __W };		\
    __shared TYPE __part[__N];						\
    TYPE __mine __px_own;						\
    __group (thread, 1)							\
      __mine = NAME##__thread (__v);					\
    __partition (thread, __W, TYPE *__p = __part + px_id (thread, __W))	\
      __group (thread, __W)						\
	{								\
	  TYPE __r = NAME##__warp (__mine);				\
	  __claim (thread, 1, TYPE *__q = __p)				\
	    __split (thread) __case (1) *__q = __r;			\
	}								\
    TYPE __r = __part[0];						\
    __px_unroll for (int __i = 1; __i < __N; __i++)			\
      __r = OP (__r, __part[__i]);					\
    return __r;								\
  }									\
  __px_of_block (THREADS) TYPE						\
  NAME##_some (const TYPE *__v __px_own, int __n)			\
  {									\
    enum { __W = __px_width (THREADS), __N = (THREADS) / __W };		\
    __shared TYPE __part[__N];						\
    TYPE __mine __px_own = __v[0];					\
    int __t __px_own = px_id (thread);					\
    int __w __perspective (thread, __W) = px_id (thread, __W);		\
    /* How many threads of the unit have an item; the last one may not have all.  */ \
    int __have __perspective (thread, __W) = (__n + (ITEMS) - 1) / (ITEMS) - __w * __W; \
    __group (thread, 1)							\
      __mine = NAME##__thread_some (__v, __n - __t * (ITEMS));		\
    __partition (thread, __W, TYPE *__p = __part + __w)			\
      __group (thread, __W)						\
	{								\
	  TYPE __r = NAME##__warp_some (__mine, __have);		\
	  __claim (thread, 1, TYPE *__q = __p)				\
	    __split (thread) __case (1) *__q = __r;			\
	}								\
    TYPE __r = __part[0];						\
    __px_unroll for (int __i = 1; __i < __N; __i++)			\
      if (__i * __W * (ITEMS) < __n)					\
	__r = OP (__r, __part[__i]);					\
    return __r;								\
  }

/* PX_BLOCK_SCAN (name, type, op, threads, items): in place; what they return is the result
   of all items, without FIRST, at block[1].
     type name_inclusive (type *v)          each item op'ed with all before it
     type name_exclusive (type *v, first)   FIRST op all before it
     type name_before (type *v)             all before it; the block's first item stays  */
#define PX_BLOCK_SCAN(NAME, TYPE, OP, THREADS, ITEMS)			\
  PX_THREAD_REDUCE (NAME##__reduce, TYPE, OP, ITEMS)			\
  PX_THREAD_SCAN (NAME##__thread, TYPE, OP, ITEMS)			\
  PX_WARP_SCAN (NAME##__warp, TYPE, OP, __px_width (THREADS))		\
  /* *V becomes what the threads below have, of thread 0 anything; of all.  */ \
  __px_of_block (THREADS) TYPE						\
  NAME##__below (TYPE *__v __px_own)					\
  {									\
    enum { __W = __px_width (THREADS), __N = (THREADS) / __W };		\
    __shared TYPE __part[__N];						\
    int __w __perspective (thread, __W) = px_id (thread, __W);		\
    TYPE __x __px_own = *__v;						\
    __partition (thread, __W, TYPE *__p = __part + __w)			\
      __group (thread, __W)						\
	{								\
	  int __t __px_own = px_id (thread);				\
	  NAME##__warp__steps (&__x);					\
	  __partition (thread, 1, TYPE *__q = __p + (__t - (__W - 1)))	\
	    __group (thread, 1)						\
	      if (__t == __W - 1)					\
		*__q = __x;						\
	  __x = NAME##__warp__shuffle_up (__x, 1);			\
	}								\
    TYPE __all = __part[0];						\
    TYPE __before __perspective (thread, __W) = __all;			\
    __px_unroll for (int __i = 1; __i < __N; __i++)			\
      {									\
	__before = __i == __w ? __all : __before;			\
	__all = OP (__all, __part[__i]);				\
      }									\
    int __t __px_own = px_id (thread);					\
    __group (thread, 1)							\
      *__v = __t < __W ? __x : __t % __W ? OP (__before, __x) : __before; \
    return __all;							\
  }									\
  /* *X becomes what the threads below have of the items V, of thread 0 anything; of all.  */ \
  __px_of_block (THREADS) TYPE						\
  NAME##__ahead (const TYPE *__v __px_own, TYPE *__x __px_own)		\
  {									\
    __group (thread, 1)							\
      *__x = NAME##__reduce (__v);					\
    return NAME##__below (__x);						\
  }									\
  __px_of_block (THREADS) TYPE						\
  NAME##_inclusive (TYPE *__v __px_own)					\
  {									\
    int __t __px_own = px_id (thread);					\
    TYPE __x __px_own;							\
    TYPE __all = NAME##__ahead (__v, &__x);				\
    __group (thread, 1)							\
      {									\
	__v[0] = __t ? OP (__x, __v[0]) : __v[0];			\
	NAME##__thread_inclusive (__v);					\
      }									\
    return __all;							\
  }									\
  __px_of_block (THREADS) TYPE						\
  NAME##_exclusive (TYPE *__v __px_own, TYPE __first)			\
  {									\
    int __t __px_own = px_id (thread);					\
    TYPE __x __px_own;							\
    TYPE __all = NAME##__ahead (__v, &__x);				\
    __group (thread, 1)							\
      NAME##__thread_exclusive (__v, __t ? OP (__first, __x) : __first); \
    return __all;							\
  }									\
  __px_of_block (THREADS) TYPE						\
  NAME##_before (TYPE *__v __px_own)					\
  {									\
    int __t __px_own = px_id (thread);					\
    TYPE __x __px_own;							\
    TYPE __all = NAME##__ahead (__v, &__x);				\
    __group (thread, 1)							\
      {									\
	TYPE __s = __t ? OP (__x, __v[0]) : __v[0];			\
	if (__t)							\
	  __v[0] = __x;							\
	__px_unroll for (int __i = 1; __i < (ITEMS); __i++)		\
	  {								\
	    TYPE __y = __v[__i];					\
	    __v[__i] = __s;						\
	    __s = OP (__s, __y);					\
	  }								\
      }									\
    return __all;							\
  }

/* PX_BLOCK_SHUFFLE (name, type, threads, items)
     type name_up (const type *v)     the last item of the thread below, of thread 0 its own first
     type name_down (const type *v)   the first item of the thread above, of the last thread
				      its own last
   The results are each thread's own.  */
#define PX_BLOCK_SHUFFLE(NAME, TYPE, THREADS, ITEMS)			\
  __px_of_block (THREADS) TYPE __px_own					\
  NAME##_up (const TYPE *__v __px_own)					\
  {									\
    __shared TYPE __s[THREADS];						\
    int __t __px_own = px_id (thread);					\
    __partition (thread, 1, TYPE *__p = __s + __t)			\
      *__p = __v[(ITEMS) - 1];						\
    TYPE __r __px_own = __v[0];						\
    __group (thread, 1)							\
      if (__t)								\
	__r = __s[__t - 1];						\
    return __r;								\
  }									\
  __px_of_block (THREADS) TYPE __px_own					\
  NAME##_down (const TYPE *__v __px_own)				\
  {									\
    __shared TYPE __s[THREADS];						\
    int __t __px_own = px_id (thread);					\
    __partition (thread, 1, TYPE *__p = __s + __t)			\
      *__p = __v[0];							\
    TYPE __r __px_own = __v[(ITEMS) - 1];				\
    __group (thread, 1)							\
      if (__t < (THREADS) - 1)						\
	__r = __s[__t + 1];						\
    return __r;								\
  }

/* PX_BLOCK_ADJACENT_DIFFERENCE (name, type, op, threads, items): in place
     void name_left (type *v)    OP (item, the one before it); the block's first stays
     void name_right (type *v)   OP (item, the one behind it); the block's last stays  */
#define PX_BLOCK_ADJACENT_DIFFERENCE(NAME, TYPE, OP, THREADS, ITEMS)	\
  PX_BLOCK_SHUFFLE (NAME##__shuffle, TYPE, THREADS, ITEMS)		\
  __px_of_block (THREADS) void						\
  NAME##_left (TYPE *__v __px_own)					\
  {									\
    int __t __px_own = px_id (thread);					\
    TYPE __x __px_own = NAME##__shuffle_up (__v);			\
    __group (thread, 1)							\
      {									\
	__px_unroll for (int __i = (ITEMS) - 1; __i > 0; __i--)		\
	  __v[__i] = OP (__v[__i], __v[__i - 1]);			\
	if (__t)							\
	  __v[0] = OP (__v[0], __x);					\
      }									\
  }									\
  __px_of_block (THREADS) void						\
  NAME##_right (TYPE *__v __px_own)					\
  {									\
    int __t __px_own = px_id (thread);					\
    TYPE __x __px_own = NAME##__shuffle_down (__v);			\
    __group (thread, 1)							\
      {									\
	__px_unroll for (int __i = 0; __i < (ITEMS) - 1; __i++)		\
	  __v[__i] = OP (__v[__i], __v[__i + 1]);			\
	if (__t < (THREADS) - 1)					\
	  __v[(ITEMS) - 1] = OP (__v[(ITEMS) - 1], __x);		\
      }									\
  }

/* PX_BLOCK_DISCONTINUITY (name, type, equal, threads, items)
     void name_heads (const type *v, int *flag)   1 where an item is not EQUAL to the one before
						  it, and for the block's first; else 0
     void name_tails (const type *v, int *flag)   the one behind it, and for the last  */
#define PX_BLOCK_DISCONTINUITY(NAME, TYPE, EQUAL, THREADS, ITEMS)	\
  PX_BLOCK_SHUFFLE (NAME##__shuffle, TYPE, THREADS, ITEMS)		\
  __px_of_block (THREADS) void						\
  NAME##_heads (const TYPE *__v __px_own, int *__flag __px_own)		\
  {									\
    int __t __px_own = px_id (thread);					\
    TYPE __x __px_own = NAME##__shuffle_up (__v);			\
    __group (thread, 1)							\
      {									\
	__flag[0] = !__t || !EQUAL (__x, __v[0]);			\
	__px_unroll for (int __i = 1; __i < (ITEMS); __i++)		\
	  __flag[__i] = !EQUAL (__v[__i - 1], __v[__i]);		\
      }									\
  }									\
  __px_of_block (THREADS) void						\
  NAME##_tails (const TYPE *__v __px_own, int *__flag __px_own)		\
  {									\
    int __t __px_own = px_id (thread);					\
    TYPE __x __px_own = NAME##__shuffle_down (__v);			\
    __group (thread, 1)							\
      {									\
	__px_unroll for (int __i = 0; __i < (ITEMS) - 1; __i++)		\
	  __flag[__i] = !EQUAL (__v[__i], __v[__i + 1]);		\
	__flag[(ITEMS) - 1] = __t == (THREADS) - 1 || !EQUAL (__v[(ITEMS) - 1], __x); \
      }									\
  }

/* PX_BLOCK_SCAN_BY_KEY (name, key, equal, type, op, threads, items): in place, anew for each
   run of EQUAL keys
     void name_inclusive (const key *k, type *v)
     void name_exclusive (const key *k, type *v, first)   FIRST op those before it in its run  */
#define PX_BLOCK_SCAN_BY_KEY(NAME, KEY, EQUAL, TYPE, OP, THREADS, ITEMS) \
  struct NAME##__run { TYPE v; int head; };				\
  __px_of_thread struct NAME##__run					\
  NAME##__join (struct NAME##__run __a, struct NAME##__run __b)		\
  {									\
    struct NAME##__run __r = { __b.head ? __b.v : OP (__a.v, __b.v), __a.head | __b.head }; \
    return __r;								\
  }									\
  PX_BLOCK_DISCONTINUITY (NAME##__keys, KEY, EQUAL, THREADS, ITEMS)	\
  PX_BLOCK_SCAN (NAME##__runs, struct NAME##__run, NAME##__join, THREADS, ITEMS) \
  __px_of_block (THREADS) void						\
  NAME##_inclusive (const KEY *__k __px_own, TYPE *__v __px_own)	\
  {									\
    int __head[ITEMS] __px_own;						\
    struct NAME##__run __r[ITEMS] __px_own;				\
    NAME##__keys_heads (__k, __head);					\
    __px_unroll for (int __i = 0; __i < (ITEMS); __i++)			\
      __r[__i] = (struct NAME##__run) { __v[__i], __head[__i] };	\
    NAME##__runs_inclusive (__r);					\
    __px_unroll for (int __i = 0; __i < (ITEMS); __i++)			\
      __v[__i] = __r[__i].v;						\
  }									\
  __px_of_block (THREADS) void						\
  NAME##_exclusive (const KEY *__k __px_own, TYPE *__v __px_own, TYPE __first) \
  {									\
    int __head[ITEMS] __px_own;						\
    struct NAME##__run __r[ITEMS] __px_own;				\
    NAME##__keys_heads (__k, __head);					\
    __px_unroll for (int __i = 0; __i < (ITEMS); __i++)			\
      __r[__i] = (struct NAME##__run) { __v[__i], __head[__i] };	\
    NAME##__runs_before (__r);						\
    __group (thread, 1)							\
      __px_unroll for (int __i = 0; __i < (ITEMS); __i++)		\
	__v[__i] = __head[__i] ? __first : OP (__first, __r[__i].v);	\
  }

#endif
