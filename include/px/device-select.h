/* SPDX-License-Identifier: MIT */
/* Which elements stay: selection and unique elements of the whole device; what px/device.h
   says holds.  */
#ifndef PX_DEVICE_SELECT_H
#define PX_DEVICE_SELECT_H

#include <px/device-scan.h>

#pragma GCC system_header

/* PX_DEVICE_SELECT (name, type, chosen)
     px_status name (const type *in, size_t n, type *out, long *count, px_stream stream)
       OUT, of N elements, begins with those for which CHOSEN (element), in their order;
       *COUNT is how many.  Both are device memory.  */
#define PX_DEVICE_SELECT(NAME, TYPE, CHOSEN)				\
  __px_keep (NAME, TYPE, , (void) __before_tile, CHOSEN (__v[__i]))

/* PX_DEVICE_UNIQUE (name, type, equal)
     px_status name (const type *in, size_t n, type *out, long *count, px_stream stream)
       the first of each run of EQUAL elements  */
#define PX_DEVICE_UNIQUE(NAME, TYPE, EQUAL)				\
  __px_keep (NAME, TYPE, PX_BLOCK_DISCONTINUITY (NAME##__runs, TYPE, EQUAL, __px_threads, __px_items (TYPE)), \
	     NAME##__runs_heads (__v, __keep),				\
	     __keep[__i] && (__t || __i || !__b || !EQUAL (*__before_tile, __v[__i])))

/* After STATEMENT, item __i of thread __t stays if KEEP.  *__before_tile is the element before
   the tile, of the first one its own first.  */
#define __px_keep(NAME, TYPE, DEFINITIONS, STATEMENT, KEEP)		\
  DEFINITIONS								\
  PX_BLOCK_LOAD (NAME##__load, TYPE, __px_threads, __px_items (TYPE))	\
  PX_BLOCK_STORE (NAME##__store, TYPE, __px_threads, __px_items (TYPE))	\
  PX_BLOCK_SELECT (NAME##__tile, TYPE, __px_threads, __px_items (TYPE))	\
  __px_look_back (NAME##__back, long, PX_PLUS)				\
  __px_look_back_space (NAME, long)					\
  /* A function: px takes a `long' that the kernel itself stores for an address that it got.  */ \
  __px_of_thread void							\
  NAME##__tell (long *__count __perspective (grid, 1), long __n)	\
  {									\
    px_atomic_store (__count, __n);					\
  }									\
  __px_kernel								\
  NAME##__kernel (const TYPE *__in, long __n, TYPE *__out, long *__count, \
		  unsigned *__state, unsigned *__next, long *__own, long *__upto) \
  {									\
    enum { __E = __px_items (TYPE), __TILE = __px_tile (TYPE) };	\
    TYPE __v[__E] __px_own;						\
    long __to __perspective (block, 1) = 0;				\
    int __m __perspective (block, 1);					\
    __group (block, 1)							\
      {									\
	int __keep[__E] __px_own, __t __px_own = px_id (thread);	\
	long __b = NAME##__back_next (__next), __at = __b * __TILE, __have = __n - __at; \
	if (__have >= __TILE)						\
	  NAME##__load_transposed (__in + __at, __v);			\
	else								\
	  NAME##__load_some (__in + __at, __v, __have, __in[__at]);	\
	const TYPE *__before_tile = __in + (__b ? __at - 1 : 0);	\
	STATEMENT;							\
	__group (thread, 1)						\
	  __px_unroll for (int __i = 0; __i < __E; __i++)		\
	    __keep[__i] = __t * __E + __i < __have ? (KEEP) != 0 : 0;	\
	__m = NAME##__tile (__v, __keep);				\
	NAME##__load__exchange_to_striped (__v);			\
	long __before = NAME##__back_before (__b, __m, __state, __own, __upto); \
	if (__b)							\
	  __to = __before;						\
	__group (thread, 1)						\
	  if (__have <= __TILE && __t == 0)				\
	    NAME##__tell (__count, __to + __m);				\
      }									\
    __partition (block, 1, TYPE *__o = __out + __to)			\
      __group (block, 1)						\
	NAME##__store_striped_some (__o, __v, __m);			\
  }									\
  __px_unused static px_status				\
  NAME (const TYPE *__in, size_t __n, TYPE *__out, long *__count, px_stream __stream) \
  {									\
    const struct px__array __arrays[] = {				\
      __px_argument ("in", __in, __n, TYPE, __px_most (TYPE), 0),	\
      __px_argument ("out", __out, __n, TYPE, __px_most (TYPE), 1),	\
      __px_argument ("count", __count, 1, long, 1, 1)			\
    };									\
    px_status __s = px__arrays (#NAME, 3, __arrays);			\
    if (__s)								\
      return __s;							\
    if (!__n)								\
      return px_memset_async (__count, 0, sizeof *__count, __stream);	\
    long __tiles = (__n + __px_tile (TYPE) - 1) / __px_tile (TYPE);	\
    long *__own, *__upto;						\
    unsigned *__state = NAME##__space (__tiles, &__own, &__upto, __stream); \
    if (!__state)							\
      return px_last_status ();						\
    __s = px_launch (px_with_stream (px_grid (__tiles, __px_threads), __stream), NAME##__kernel, \
		     __in, __n, __out, __count, __state, __state + __tiles, __own, __upto); \
    px_status __freed = px_free_async (__state, __stream);		\
    return __s ? __s : __freed;						\
  }

#endif
