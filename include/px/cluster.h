/* SPDX-License-Identifier: MIT */
/* Collectives of a cluster of BLOCKS blocks of THREADS threads (px/collective.h says how all
   of them are made).  Each needs cluster (BLOCKS), threads (THREADS), and is called at
   block[BLOCKS]; sm_90.  */
#ifndef PX_CLUSTER_H
#define PX_CLUSTER_H

#include <px/block.h>

#pragma GCC system_header

#define __px_of_cluster(BLOCKS, THREADS) \
  __device __requires (cluster (BLOCKS), threads (THREADS)) __px_unused static inline

/* PX_CLUSTER_REDUCE (name, type, op, blocks, threads, items)
     type name (const type *v)   of all items, in the order of blocks and threads; lives at
				 block[1]: each block has the same  */
#define PX_CLUSTER_REDUCE(NAME, TYPE, OP, BLOCKS, THREADS, ITEMS)	\
  PX_BLOCK_REDUCE (NAME##__block, TYPE, OP, THREADS, ITEMS)		\
  __px_of_cluster (BLOCKS, THREADS) TYPE __perspective (block, 1)	\
  NAME (const TYPE *__v __px_own)					\
  {									\
    __shared TYPE __part[1];						\
    __group (block, 1)							\
      {									\
	TYPE __r = NAME##__block (__v);					\
	__claim (thread, 1, TYPE *__p = __part)				\
	  __split (thread) __case (1) *__p = __r;			\
      }									\
    TYPE __all __perspective (block, 1) = *px_map_shared (__part, 0);	\
    __px_unroll for (int __i = 1; __i < (BLOCKS); __i++)		\
      __all = OP (__all, *px_map_shared (__part, __i));			\
    return __all;							\
  }

/* PX_CLUSTER_SCAN (name, type, op, blocks, threads, items): in place
     type name_inclusive (type *v)   each item op'ed with all before it, in the order of
				     blocks and threads; of all items, at block[1]  */
#define PX_CLUSTER_SCAN(NAME, TYPE, OP, BLOCKS, THREADS, ITEMS)		\
  PX_BLOCK_SCAN (NAME##__block, TYPE, OP, THREADS, ITEMS)		\
  __px_of_cluster (BLOCKS, THREADS) TYPE __perspective (block, 1)	\
  NAME##_inclusive (TYPE *__v __px_own)					\
  {									\
    __shared TYPE __part[1];						\
    int __b __perspective (block, 1) = px_id (block);			\
    __group (block, 1)							\
      {									\
	TYPE __r = NAME##__block_inclusive (__v);			\
	__claim (thread, 1, TYPE *__p = __part)				\
	  __split (thread) __case (1) *__p = __r;			\
      }									\
    TYPE __all __perspective (block, 1) = *px_map_shared (__part, 0);	\
    TYPE __before __perspective (block, 1) = __all;			\
    __px_unroll for (int __i = 1; __i < (BLOCKS); __i++)		\
      {									\
	__before = __i == __b ? __all : __before;			\
	__all = OP (__all, *px_map_shared (__part, __i));		\
      }									\
    __group (thread, 1)							\
      if (__b)								\
	__px_unroll for (int __i = 0; __i < (ITEMS); __i++)		\
	  __v[__i] = OP (__before, __v[__i]);				\
    return __all;							\
  }

#endif
