/* SPDX-License-Identifier: MIT */
/* A block's items between memory and the threads' arrays, and among the threads
   (px/collective.h says how all of them are made).  */
#ifndef PX_BLOCK_MOVE_H
#define PX_BLOCK_MOVE_H

#include <px/collective.h>

#pragma GCC system_header

/* PX_BLOCK_EXCHANGE (name, type, threads, items): in place
     void name_to_blocked (type *v)    what was striped, item i of thread t being element
				       t + i * THREADS, is blocked: element t * ITEMS + i
     void name_to_striped (type *v)    the other way round
     void name_scatter (type *v, const int *to)         item i becomes element TO[i] of the
				       block, blocked; TO is a permutation
     void name_scatter_striped (type *v, const int *to) the same, striped
     void name_gather (type *v, const int *from)        item i becomes element FROM[i],
				       elements being blocked  */
#define PX_BLOCK_EXCHANGE(NAME, TYPE, THREADS, ITEMS)			\
  __px_of_block (THREADS) void						\
  NAME##_to_blocked (TYPE *__v __px_own)				\
  {									\
    __shared TYPE __s[(THREADS) * (ITEMS)];				\
    int __t __px_own = px_id (thread);					\
    __partition (thread, 1, TYPE *__p = __s + __t)			\
      __px_unroll for (int __i = 0; __i < (ITEMS); __i++)		\
	__p[__i * (THREADS)] = __v[__i];				\
    __px_unroll for (int __i = 0; __i < (ITEMS); __i++)			\
      __v[__i] = __s[__t * (ITEMS) + __i];				\
  }									\
  __px_of_block (THREADS) void						\
  NAME##_to_striped (TYPE *__v __px_own)				\
  {									\
    __shared TYPE __s[(THREADS) * (ITEMS)];				\
    int __t __px_own = px_id (thread);					\
    __partition (thread, 1, TYPE *__p = __s + __t * (ITEMS))		\
      __px_unroll for (int __i = 0; __i < (ITEMS); __i++)		\
	__p[__i] = __v[__i];						\
    __px_unroll for (int __i = 0; __i < (ITEMS); __i++)			\
      __v[__i] = __s[__t + __i * (THREADS)];				\
  }									\
  __px_of_block (THREADS) void						\
  NAME##_scatter (TYPE *__v __px_own, const int *__to __px_own)		\
  {									\
    __shared TYPE __s[(THREADS) * (ITEMS)];				\
    int __t __px_own = px_id (thread);					\
    /* The threads' parts are disjoint as TO is a permutation.  */	\
    __partition (thread, 1, TYPE *__p = __s)				\
      __px_unroll for (int __i = 0; __i < (ITEMS); __i++)		\
	__p[__to[__i]] = __v[__i];					\
    __px_unroll for (int __i = 0; __i < (ITEMS); __i++)			\
      __v[__i] = __s[__t * (ITEMS) + __i];				\
  }									\
  __px_of_block (THREADS) void						\
  NAME##_scatter_striped (TYPE *__v __px_own, const int *__to __px_own)	\
  {									\
    __shared TYPE __s[(THREADS) * (ITEMS)];				\
    int __t __px_own = px_id (thread);					\
    __partition (thread, 1, TYPE *__p = __s)				\
      __px_unroll for (int __i = 0; __i < (ITEMS); __i++)		\
	__p[__to[__i]] = __v[__i];					\
    __px_unroll for (int __i = 0; __i < (ITEMS); __i++)			\
      __v[__i] = __s[__t + __i * (THREADS)];				\
  }									\
  __px_of_block (THREADS) void						\
  NAME##_gather (TYPE *__v __px_own, const int *__from __px_own)	\
  {									\
    __shared TYPE __s[(THREADS) * (ITEMS)];				\
    int __t __px_own = px_id (thread);					\
    __partition (thread, 1, TYPE *__p = __s + __t * (ITEMS))		\
      __px_unroll for (int __i = 0; __i < (ITEMS); __i++)		\
	__p[__i] = __v[__i];						\
    __px_unroll for (int __i = 0; __i < (ITEMS); __i++)			\
      __v[__i] = __s[__from[__i]];					\
  }

/* PX_BLOCK_LOAD (name, type, threads, items)
     void name (const type *from, type *v)        element t * ITEMS + i, each thread its own
     void name_striped (from, v)                  element t + i * THREADS
     void name_transposed (from, v)               as name, but neighbours read neighbours
     void name_vectorised (from, v)               as name, 16 bytes an access: ITEMS elements are
						  a multiple of that, FROM is aligned to it
     void name_some (from, v, n, otherwise)       the first N elements, 0 to all of them;
     void name_striped_some (the same)            items behind them are OTHERWISE  */
#define PX_BLOCK_LOAD(NAME, TYPE, THREADS, ITEMS)			\
  PX_BLOCK_EXCHANGE (NAME##__exchange, TYPE, THREADS, ITEMS)		\
  __px_of_block (THREADS) void						\
  NAME (const TYPE *__from, TYPE *__v __px_own)				\
  {									\
    int __t __px_own = px_id (thread);					\
    __px_unroll for (int __i = 0; __i < (ITEMS); __i++)			\
      __v[__i] = __from[__t * (ITEMS) + __i];				\
  }									\
  __px_of_block (THREADS) void						\
  NAME##_striped (const TYPE *__from, TYPE *__v __px_own)		\
  {									\
    int __t __px_own = px_id (thread);					\
    __px_unroll for (int __i = 0; __i < (ITEMS); __i++)			\
      __v[__i] = __from[__t + __i * (THREADS)];				\
  }									\
  __px_of_block (THREADS) void						\
  NAME##_transposed (const TYPE *__from, TYPE *__v __px_own)		\
  {									\
    NAME##_striped (__from, __v);					\
    NAME##__exchange_to_blocked (__v);					\
  }									\
  __px_of_block (THREADS) void						\
  NAME##_vectorised (const TYPE *__from, TYPE *__v __px_own)		\
  {									\
    enum { __BYTES = (ITEMS) * sizeof (TYPE), __N = __BYTES / 16 };	\
    int __t __px_own = px_id (thread);					\
    px_uint4 __x[__N ? __N : 1] __px_own;				\
    __px_unroll for (int __i = 0; __i < __N; __i++)			\
      __x[__i] = px_ld4 ((const unsigned *) (__from + __t * (ITEMS)) + 4 * __i); \
    __builtin_memcpy (__v, __x, __N * 16);				\
    __px_unroll for (int __i = __N * 16 / sizeof (TYPE); __i < (ITEMS); __i++) \
      __v[__i] = __from[__t * (ITEMS) + __i];				\
  }									\
  __px_of_block (THREADS) void						\
  NAME##_some (const TYPE *__from, TYPE *__v __px_own, int __n, TYPE __otherwise) \
  {									\
    int __t __px_own = px_id (thread);					\
    __group (thread, 1)							\
      __px_unroll for (int __i = 0; __i < (ITEMS); __i++)		\
	{								\
	  __v[__i] = __otherwise;					\
	  if (__t * (ITEMS) + __i < __n)				\
	    __v[__i] = __from[__t * (ITEMS) + __i];			\
	}								\
  }									\
  __px_of_block (THREADS) void						\
  NAME##_striped_some (const TYPE *__from, TYPE *__v __px_own, int __n, TYPE __otherwise) \
  {									\
    int __t __px_own = px_id (thread);					\
    __group (thread, 1)							\
      __px_unroll for (int __i = 0; __i < (ITEMS); __i++)		\
	{								\
	  __v[__i] = __otherwise;					\
	  if (__t + __i * (THREADS) < __n)				\
	    __v[__i] = __from[__t + __i * (THREADS)];			\
	}								\
  }

/* PX_BLOCK_STORE (name, type, threads, items): the same ways back; V stays but for
   name_transposed, which leaves it striped
     void name (type *to, type *v)
     void name_striped (to, v)
     void name_transposed (to, v)
     void name_vectorised (to, v)
     void name_some (to, v, n)
     void name_striped_some (to, v, n)  */
#define PX_BLOCK_STORE(NAME, TYPE, THREADS, ITEMS)			\
  PX_BLOCK_EXCHANGE (NAME##__exchange, TYPE, THREADS, ITEMS)		\
  __px_of_block (THREADS) void						\
  NAME (TYPE *__to, const TYPE *__v __px_own)				\
  {									\
    __partition (thread, 1, TYPE *__p = __to + px_id (thread) * (ITEMS)) \
      __px_unroll for (int __i = 0; __i < (ITEMS); __i++)		\
	__p[__i] = __v[__i];						\
  }									\
  __px_of_block (THREADS) void						\
  NAME##_striped (TYPE *__to, const TYPE *__v __px_own)			\
  {									\
    __partition (thread, 1, TYPE *__p = __to + px_id (thread))		\
      __px_unroll for (int __i = 0; __i < (ITEMS); __i++)		\
	__p[__i * (THREADS)] = __v[__i];				\
  }									\
  __px_of_block (THREADS) void						\
  NAME##_transposed (TYPE *__to, TYPE *__v __px_own)			\
  {									\
    NAME##__exchange_to_striped (__v);					\
    NAME##_striped (__to, __v);						\
  }									\
  __px_of_block (THREADS) void						\
  NAME##_vectorised (TYPE *__to, const TYPE *__v __px_own)		\
  {									\
    enum { __BYTES = (ITEMS) * sizeof (TYPE), __N = __BYTES / 16 };	\
    px_uint4 __x[__N ? __N : 1] __px_own;				\
    __builtin_memcpy (__x, __v, __N * 16);				\
    __partition (thread, 1, TYPE *__p = __to + px_id (thread) * (ITEMS)) \
      {									\
	__px_unroll for (int __i = 0; __i < __N; __i++)			\
	  px_st4 ((unsigned *) __p + 4 * __i, __x[__i]);		\
	__px_unroll for (int __i = __N * 16 / sizeof (TYPE); __i < (ITEMS); __i++) \
	  __p[__i] = __v[__i];						\
      }									\
  }									\
  __px_of_block (THREADS) void						\
  NAME##_some (TYPE *__to, const TYPE *__v __px_own, int __n)		\
  {									\
    int __t __px_own = px_id (thread);					\
    __partition (thread, 1, TYPE *__p = __to + __t * (ITEMS))		\
      __group (thread, 1)						\
	__px_unroll for (int __i = 0; __i < (ITEMS); __i++)		\
	  if (__t * (ITEMS) + __i < __n)				\
	    __p[__i] = __v[__i];					\
  }									\
  __px_of_block (THREADS) void						\
  NAME##_striped_some (TYPE *__to, const TYPE *__v __px_own, int __n)	\
  {									\
    int __t __px_own = px_id (thread);					\
    __partition (thread, 1, TYPE *__p = __to + __t)			\
      __group (thread, 1)						\
	__px_unroll for (int __i = 0; __i < (ITEMS); __i++)		\
	  if (__t + __i * (THREADS) < __n)				\
	    __p[__i * (THREADS)] = __v[__i];				\
  }

#endif
