/* SPDX-License-Identifier: MIT */
/* Which of a block's items stay: selection, partition, unique, run lengths (px/collective.h
   says how all of them are made).  */
#ifndef PX_BLOCK_SELECT_H
#define PX_BLOCK_SELECT_H

#include <px/block-move.h>
#include <px/block-scan.h>

#pragma GCC system_header

/* PX_BLOCK_SELECT (name, type, threads, items): in place; KEEP[i] is 0 or 1.  What they return is
   how many items are kept, at block[1].
     int name (type *v, const int *keep)      the kept items, in their order, become the first
					      ones, blocked; the others follow in theirs
     int name_rank (const int *keep, int *rank)   the place that `name' gives each item  */
#define PX_BLOCK_SELECT(NAME, TYPE, THREADS, ITEMS)			\
  PX_BLOCK_SCAN (NAME##__sum, int, PX_PLUS, THREADS, ITEMS)		\
  PX_BLOCK_EXCHANGE (NAME##__exchange, TYPE, THREADS, ITEMS)		\
  __px_of_block (THREADS) int						\
  NAME##_rank (const int *__keep __px_own, int *__rank __px_own)	\
  {									\
    int __t __px_own = px_id (thread);					\
    __px_unroll for (int __i = 0; __i < (ITEMS); __i++)			\
      __rank[__i] = __keep[__i];					\
    int __n = NAME##__sum_exclusive (__rank, 0);			\
    __px_unroll for (int __i = 0; __i < (ITEMS); __i++)			\
      __rank[__i] = __keep[__i] ? __rank[__i] : __n + __t * (ITEMS) + __i - __rank[__i]; \
    return __n;								\
  }									\
  __px_of_block (THREADS) int						\
  NAME (TYPE *__v __px_own, const int *__keep __px_own)			\
  {									\
    int __rank[ITEMS] __px_own;						\
    int __n = NAME##_rank (__keep, __rank);				\
    NAME##__exchange_scatter (__v, __rank);				\
    return __n;								\
  }

/* PX_BLOCK_UNIQUE (name, type, equal, threads, items)
     int name (type *v)    the first of each run of EQUAL items, as `select' keeps them; how many  */
#define PX_BLOCK_UNIQUE(NAME, TYPE, EQUAL, THREADS, ITEMS)		\
  PX_BLOCK_DISCONTINUITY (NAME##__runs, TYPE, EQUAL, THREADS, ITEMS)	\
  PX_BLOCK_SELECT (NAME##__select, TYPE, THREADS, ITEMS)		\
  __px_of_block (THREADS) int						\
  NAME (TYPE *__v __px_own)						\
  {									\
    int __head[ITEMS] __px_own;						\
    NAME##__runs_heads (__v, __head);					\
    return NAME##__select (__v, __head);				\
  }

/* PX_BLOCK_RUN_LENGTHS (name, type, equal, threads, items)
     int name_encode (type *v, int *length)   as PX_BLOCK_UNIQUE, and how long each run is, of
					      the others 0; how many
     int name_decode (type *v, const int *length)   item i LENGTH[i] times, in order, all of
					      them at most as many as the block has items:
					      those behind stay as the last; how many  */
#define PX_BLOCK_RUN_LENGTHS(NAME, TYPE, EQUAL, THREADS, ITEMS)		\
  PX_BLOCK_DISCONTINUITY (NAME##__runs, TYPE, EQUAL, THREADS, ITEMS)	\
  PX_BLOCK_SELECT (NAME##__select, TYPE, THREADS, ITEMS)		\
  PX_BLOCK_EXCHANGE (NAME##__starts, int, THREADS, ITEMS)		\
  PX_BLOCK_SHUFFLE (NAME##__next, int, THREADS, ITEMS)			\
  PX_BLOCK_SCAN (NAME##__sum, int, PX_PLUS, THREADS, ITEMS)		\
  PX_BLOCK_SCAN (NAME##__last, int, PX_GREATEST, THREADS, ITEMS)	\
  PX_BLOCK_EXCHANGE (NAME##__items, TYPE, THREADS, ITEMS)		\
  __px_of_block (THREADS) int						\
  NAME##_encode (TYPE *__v __px_own, int *__length __px_own)		\
  {									\
    int __head[ITEMS] __px_own, __rank[ITEMS] __px_own, __start[ITEMS] __px_own; \
    int __t __px_own = px_id (thread);					\
    NAME##__runs_heads (__v, __head);					\
    int __n = NAME##__select_rank (__head, __rank);			\
    __px_unroll for (int __i = 0; __i < (ITEMS); __i++)			\
      __start[__i] = __t * (ITEMS) + __i;				\
    NAME##__items_scatter (__v, __rank);				\
    NAME##__starts_scatter (__start, __rank);				\
    int __behind __px_own = NAME##__next_down (__start);		\
    __group (thread, 1)							\
      __px_unroll for (int __i = 0; __i < (ITEMS); __i++)		\
	{								\
	  int __at = __t * (ITEMS) + __i;				\
	  int __end = __at + 1 >= __n ? (THREADS) * (ITEMS)		\
				      : __i + 1 < (ITEMS) ? __start[__i + 1 < (ITEMS) ? __i + 1 : 0] : __behind; \
	  __length[__i] = __at < __n ? __end - __start[__i] : 0;	\
	}								\
    return __n;								\
  }									\
  __px_of_block (THREADS) int						\
  NAME##_decode (TYPE *__v __px_own, const int *__length __px_own)	\
  {									\
    __shared int __source[(THREADS) * (ITEMS)];				\
    int __start[ITEMS] __px_own, __from[ITEMS] __px_own;		\
    int __t __px_own = px_id (thread);					\
    __px_unroll for (int __i = 0; __i < (ITEMS); __i++)			\
      __start[__i] = __length[__i];					\
    int __n = NAME##__sum_exclusive (__start, 0);			\
    __partition (thread, 1, int *__p = __source + __t)			\
      __px_unroll for (int __i = 0; __i < (ITEMS); __i++)		\
	__p[__i * (THREADS)] = 0;					\
    /* Where the runs that are not empty begin, and so no two at one place.  */ \
    __partition (thread, 1, int *__p = __source)			\
      __group (thread, 1)						\
	__px_unroll for (int __i = 0; __i < (ITEMS); __i++)		\
	  if (__length[__i] && __start[__i] < (THREADS) * (ITEMS))	\
	    __p[__start[__i]] = __t * (ITEMS) + __i;			\
    __px_unroll for (int __i = 0; __i < (ITEMS); __i++)			\
      __from[__i] = __source[__t * (ITEMS) + __i];			\
    NAME##__last_inclusive (__from);					\
    NAME##__items_gather (__v, __from);					\
    return __n;								\
  }

#endif
