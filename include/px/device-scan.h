/* SPDX-License-Identifier: MIT */
/* Reductions and scans of the whole device; what px/device.h says holds.  */
#ifndef PX_DEVICE_SCAN_H
#define PX_DEVICE_SCAN_H

#include <px/block.h>

#pragma GCC system_header

/* A tile, what a block works on at a time: so many threads, with 64 bytes of items each, 16
   at most, which fit twice into the 48 KiB of shared memory that every device has.  */
#define __px_threads            256
#define __px_items(TYPE)        (sizeof (TYPE) <= 4 ? 16 : sizeof (TYPE) >= 64 ? 1 : 64 / (int) sizeof (TYPE))
#define __px_tile(TYPE)         (__px_threads * __px_items (TYPE))
/* A grid has less than 2^31 threads.  */
#define __px_most(TYPE)         ((size_t) __px_tile (TYPE) << 23)
#define __px_argument(NAME, P, N, TYPE, MOST, WRITTEN) \
  { NAME, P, N, MOST, sizeof (TYPE), _Alignof (TYPE), WRITTEN }

#define __px_kernel             static __kernel __requires (grid (1), block (1), threads (__px_threads)) void

/* PX_DEVICE_REDUCE (name, type, op)
     px_status name (const type *in, size_t n, type first, type *out, px_stream stream)
       *out = first op in[0] op ... op in[n - 1]  */
#define PX_DEVICE_REDUCE(NAME, TYPE, OP)				\
  PX_BLOCK_LOAD (NAME##__load, TYPE, __px_threads, __px_items (TYPE))	\
  PX_BLOCK_REDUCE (NAME##__tile, TYPE, OP, __px_threads, __px_items (TYPE)) \
  /* Each block has EACH tiles, and there are as many as have one.  */	\
  __px_kernel								\
  NAME##__reduce (const TYPE *__in, long __n, long __each, TYPE __first, int __last, TYPE *__out) \
  {									\
    enum { __E = __px_items (TYPE), __TILE = __px_tile (TYPE) };	\
    int __b __perspective (block, 1) = px_id (block);			\
    __partition (block, 1, TYPE *__o = __out + __b)			\
      __group (block, 1)						\
	{								\
	  TYPE __v[__E] __px_own, __r = __first;			\
	  long __start = __b * __each * __TILE;				\
	  for (long __k = 0; __k < __each; __k++)			\
	    {								\
	      long __at = __start + __k * __TILE;			\
	      if (__at < __n)						\
		{							\
		  TYPE __s;						\
		  if (__n - __at >= __TILE)				\
		    {							\
		      NAME##__load_transposed (__in + __at, __v);	\
		      __s = NAME##__tile (__v);				\
		    }							\
		  else							\
		    {							\
		      NAME##__load_some (__in + __at, __v, __n - __at, __in[__at]); \
		      __s = NAME##__tile_some (__v, __n - __at);	\
		    }							\
		  __r = __k || __last ? OP (__r, __s) : __s;		\
		}							\
	    }								\
	  __claim (thread, 1, TYPE *__p = __o)				\
	    __split (thread) __case (1) *__p = __r;			\
	}								\
  }									\
  __px_unused static px_status				\
  NAME (const TYPE *__in, size_t __n, TYPE __first, TYPE *__out, px_stream __stream) \
  {									\
    enum { __TILE = __px_tile (TYPE) };					\
    const struct px__array __arrays[] = {				\
      __px_argument ("in", __in, __n, TYPE, __px_most (TYPE), 0),	\
      __px_argument ("out", __out, 1, TYPE, 1, 1)			\
    };									\
    px_status __s = px__arrays (#NAME, 2, __arrays);			\
    if (__s)								\
      return __s;							\
    long __tiles = (__n + __TILE - 1) / __TILE;				\
    long __blocks = px__blocks (px_kernel (NAME##__reduce), __px_threads, __tiles ? __tiles : 1); \
    if (!__blocks)							\
      return px_last_status ();						\
    long __each = (__tiles + __blocks - 1) / __blocks;			\
    if (__blocks == 1)							\
      return px_launch (px_with_stream (px_grid (1, __px_threads), __stream), NAME##__reduce, \
			__in, __n, __each, __first, 1, __out);		\
    __blocks = (__tiles + __each - 1) / __each;				\
    TYPE *__part = px_alloc_async (__blocks * sizeof (TYPE), __stream);	\
    if (!__part)							\
      return px_last_status ();						\
    __s = px_launch (px_with_stream (px_grid (__blocks, __px_threads), __stream), NAME##__reduce, \
		     __in, __n, __each, __first, 0, __part);		\
    if (!__s)								\
      __s = px_launch (px_with_stream (px_grid (1, __px_threads), __stream), NAME##__reduce, \
		       __part, __blocks, (__blocks + __TILE - 1) / __TILE, __first, 1, __out); \
    px_status __freed = px_free_async (__part, __stream);		\
    return __s ? __s : __freed;						\
  }

/* Tiles that are dealt out in their order, each with a result; and what those before it make
   together, found in one pass: a tile publishes its own, then looks back at what is there
   (Merrill and Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back).

     tile = name_next (next)                 the number of this block's tile
     before = name_before (tile, all, ...)   of the tiles before TILE, whose own is ALL; of tile
					     0 it is ALL

   STATE[tile] says which of OWN[tile] and UPTO[tile] there is; it and *NEXT begin as 0.  Blocks
   have no order among each other that px could see: what orders them is STATE, which is
   stored with release and loaded with acquire, around accesses in __unsafe.  */
enum { __px_tile_own = 1, __px_tile_upto = 2 };
#define __px_look_back(NAME, TYPE, OP)					\
  PX_WARP_REDUCE (NAME##__warp, TYPE, OP, 32)				\
  __px_of_block (__px_threads) unsigned					\
  NAME##_next (unsigned *__next __perspective (grid, 1))		\
  {									\
    __shared unsigned __s;						\
    __claim (thread, 1, unsigned *__p = &__s)				\
      __split (thread) __case (1) *__p = px_atomic_add (__next, 1u);	\
    return __s;								\
  }									\
  __px_of_thread void							\
  NAME##__publish (long __tile, TYPE __v, TYPE *__at __perspective (grid, 1), \
		   unsigned *__state __perspective (grid, 1), unsigned __what) \
  {									\
    __unsafe								\
      {									\
	__at[__tile] = __v;						\
	px_atomic_store (&__state[__tile], __what, px_release);		\
      }									\
  }									\
  __px_of_block (__px_threads) TYPE					\
  NAME##_before (long __tile, TYPE __all, unsigned *__state __perspective (grid, 1), \
		 TYPE *__own __perspective (grid, 1), TYPE *__upto __perspective (grid, 1)) \
  {									\
    __shared TYPE __found;						\
    __claim (thread, 32, TYPE *__f = &__found)				\
      __split (thread)							\
	__case (32)							\
	  {								\
	    int __lane __px_own = px_id (thread);			\
	    TYPE __r = __all;						\
	    __group (thread, 1)						\
	      {								\
		if (__lane == 0 && __tile)				\
		  NAME##__publish (__tile, __all, __own, __state, __px_tile_own); \
		if (__lane == 0 && !__tile)				\
		  NAME##__publish (__tile, __all, __upto, __state, __px_tile_upto); \
	      }								\
	    /* Lane 31 looks at the nearest tile before AT, lane 0 at the furthest.  */ \
	    int __any = 0;						\
	    for (long __at = __tile; __at > 0; __at -= 32)		\
	      {								\
		long __i __px_own = __at - 32 + __lane;			\
		unsigned __what __px_own = 0;				\
		TYPE __v __px_own = __all;				\
		__group (thread, 1)					\
		  if (__i >= 0)						\
		    __unsafe						\
		      {							\
			while (!(__what = px_atomic_load (&__state[__i], px_acquire))) \
			  ;						\
			__v = __what == __px_tile_upto ? __upto[__i] : __own[__i]; \
		      }							\
		unsigned __ends = px_ballot (__what == __px_tile_upto);	\
		int __from = __ends ? 31 - (int) px_clz (__ends) : 0;	\
		__v = NAME##__warp__shuffle_index (__v, __lane + __from); \
		TYPE __s = NAME##__warp_some (__v, 32 - __from);	\
		__r = __any ? OP (__s, __r) : __s;			\
		__any = 1;						\
		if (__ends)						\
		  break;						\
	      }								\
	    __group (thread, 1)						\
	      if (__lane == 0 && __tile)				\
		NAME##__publish (__tile, OP (__r, __all), __upto, __state, __px_tile_upto); \
	    __partition (thread, 1, TYPE *__q = __f + __lane)		\
	      __group (thread, 1)					\
		if (__lane == 0)					\
		  *__q = __r;						\
	  }								\
    return __found;							\
  }

/* The workspace of TILES tiles, state cleared: unsigned *state, with *next behind it, TYPE *own,
   *upto.  NULL on an error.  */
#define __px_look_back_space(NAME, TYPE)				\
  static void *								\
  NAME##__space (long __tiles, TYPE **__own, TYPE **__upto, px_stream __stream) \
  {									\
    size_t __align = _Alignof (TYPE) > 16 ? _Alignof (TYPE) : 16;	\
    size_t __flags = ((__tiles + 1) * sizeof (unsigned) + __align - 1) / __align * __align; \
    char *__p = px_alloc_async (__flags + 2 * __tiles * sizeof (TYPE), __stream); \
    if (!__p)								\
      return NULL;							\
    if (px_memset_async (__p, 0, __flags, __stream))			\
      {									\
	px_free_async (__p, __stream);					\
	return NULL;							\
      }									\
    *__own = (TYPE *) (__p + __flags);					\
    *__upto = *__own + __tiles;						\
    return __p;								\
  }

/* PX_DEVICE_SCAN (name, type, op)
     px_status name_inclusive (const type *in, size_t n, type *out, px_stream stream)
       out[i] = in[0] op ... op in[i]
     px_status name_exclusive (const type *in, size_t n, type first, type *out, stream)
       out[i] = first op in[0] op ... op in[i - 1]  */
#define PX_DEVICE_SCAN(NAME, TYPE, OP)					\
  PX_BLOCK_LOAD (NAME##__load, TYPE, __px_threads, __px_items (TYPE))	\
  PX_BLOCK_STORE (NAME##__store, TYPE, __px_threads, __px_items (TYPE))	\
  PX_BLOCK_SCAN (NAME##__tile, TYPE, OP, __px_threads, __px_items (TYPE)) \
  __px_look_back (NAME##__back, TYPE, OP)				\
  __px_look_back_space (NAME, TYPE)					\
  __px_scan (NAME##_inclusive, NAME, TYPE, OP, 0, (const TYPE *__in, size_t __n, TYPE *__out, px_stream __stream), \
	     TYPE __first; __builtin_memset (&__first, 0, sizeof __first)) \
  __px_scan (NAME##_exclusive, NAME, TYPE, OP, 1, \
	     (const TYPE *__in, size_t __n, TYPE __first, TYPE *__out, px_stream __stream), )

/* The kernel and the host function SCAN; FIRST declares what an inclusive scan does not need.  */
#define __px_scan(SCAN, NAME, TYPE, OP, EXCLUSIVE, PARAMETERS, FIRST)	\
  __px_kernel								\
  SCAN##__kernel (const TYPE *__in, long __n, TYPE __first, TYPE *__out, \
		  unsigned *__state, unsigned *__next, TYPE *__own, TYPE *__upto) \
  {									\
    enum { __E = __px_items (TYPE), __TILE = __px_tile (TYPE) };	\
    TYPE __v[__E] __px_own;						\
    long __b __perspective (block, 1), __have __perspective (block, 1);	\
    __group (block, 1)							\
      {									\
	__b = NAME##__back_next (__next);				\
	long __at = __b * __TILE;					\
	__have = __n - __at;						\
	if (__have >= __TILE)						\
	  NAME##__load_transposed (__in + __at, __v);			\
	else								\
	  NAME##__load_some (__in + __at, __v, __have, __in[__at]);	\
	int __t __px_own = px_id (thread);				\
	TYPE __all = (EXCLUSIVE) ? NAME##__tile_before (__v) : NAME##__tile_inclusive (__v); \
	TYPE __before = NAME##__back_before (__b, __all, __state, __own, __upto); \
	if (EXCLUSIVE)							\
	  __before = __b ? OP (__first, __before) : __first;		\
	__group (thread, 1)						\
	  if (__b || (EXCLUSIVE))					\
	    __px_unroll for (int __i = 0; __i < __E; __i++)		\
	      __v[__i] = (EXCLUSIVE) && !__t && !__i ? __before : OP (__before, __v[__i]); \
      }									\
    __partition (block, 1, TYPE *__o = __out + __b * __TILE)		\
      __group (block, 1)						\
	if (__have >= __TILE)						\
	  NAME##__store_transposed (__o, __v);				\
	else								\
	  NAME##__store_some (__o, __v, __have);			\
  }									\
  __px_unused static px_status				\
  SCAN PARAMETERS							\
  {									\
    const struct px__array __arrays[] = {				\
      __px_argument ("in", __in, __n, TYPE, __px_most (TYPE), 0),	\
      __px_argument ("out", __out, __n, TYPE, __px_most (TYPE), 1)	\
    };									\
    px_status __s = px__arrays (#SCAN, 2, __arrays);			\
    if (__s || !__n)							\
      return __s;							\
    long __tiles = (__n + __px_tile (TYPE) - 1) / __px_tile (TYPE);	\
    TYPE *__own, *__upto;						\
    unsigned *__state = NAME##__space (__tiles, &__own, &__upto, __stream); \
    if (!__state)							\
      return px_last_status ();						\
    FIRST;								\
    __s = px_launch (px_with_stream (px_grid (__tiles, __px_threads), __stream), SCAN##__kernel, \
		     __in, __n, __first, __out, __state, __state + __tiles, __own, __upto); \
    px_status __freed = px_free_async (__state, __stream);		\
    return __s ? __s : __freed;						\
  }

#endif
